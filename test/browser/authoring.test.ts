import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayEnvironment, startGatewayEnvironment } from '../../scripts/gateway-environment.ts';
import { samplesFolder } from '../../scripts/repository.ts';
import { vsixPath } from '../../scripts/vsix.ts';
import { waitFor } from '../workbench/wait-for.ts';
import { createdDatasetId, enterCredentials } from './create-as-user.ts';
import { inWorkbench } from './in-workbench.ts';

describe('Editing a dataset, and creating it', () => {
  let environment: GatewayEnvironment | undefined;
  const session = inWorkbench(async () => {
    environment = await startGatewayEnvironment('staging');
    return { workspace: samplesFolder, vsix: vsixPath(), settings: environment.settings };
  });

  after(() => environment?.gateway.close());

  function gateway(): GatewayEnvironment['gateway'] {
    assert.ok(environment);
    return environment.gateway;
  }

  it('shows code lenses above the first line', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    const lenses = await workbench.codeLenses(/problems/);
    assert.match(lenses, /Create Dataset → staging.*Preview.*\d problems/);
    await session().picture('code-lenses');
  });

  it('shows tables and columns in the breadcrumbs', async () => {
    const { workbench } = session();
    await workbench.goToEndOfLine(8);
    // Moves the cursor into the braces of the column.
    for (let step = 0; step < 4; step += 1) await workbench.press('ArrowLeft');
    assert.match(await workbench.breadcrumbs(/OrderID/), /Order.*OrderID: int64/);
  });

  it('shows the outline', async () => {
    const { workbench } = session();
    await workbench.runCommand('Explorer: Focus on Outline View');
    assert.deepEqual(
      (await workbench.outline(/Customer/)).filter(
        (label) => label.includes(':') || label.startsWith('Order'),
      ),
      ['Order', 'OrderID: int64', 'customer: string', 'Total: Decimal'],
    );
    await session().picture('outline-and-breadcrumbs');
  });

  it('offers quick fixes for a problem and applies one', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.goToEndOfLine(8);
    const titles = await workbench.quickFixes();
    assert.ok(titles.includes('Change to "Int64"'), titles.join(', '));
    await session().picture('quick-fixes');
    await workbench.takeQuickFix('Change to "Int64"');
    await workbench.text(/"OrderID", "dataType": "Int64"/);
  });

  it('inserts a placeholder to replace', async () => {
    const { workbench } = session();
    await workbench.goToEndOfLine(10);
    const titles = await workbench.quickFixes();
    const rename = titles.find((title) => title.startsWith('Rename to'));
    assert.ok(rename, titles.join(', '));
    await workbench.takeQuickFix(rename);
    await workbench.text(new RegExp(`"name": ${rename.slice('Rename to '.length)}`));
    await workbench.type('Buyer');
    await workbench.text(/"name": "Buyer", "dataType": "string"/);
    // The code lenses are updated.
    await workbench.codeLenses(/7 problems/);
    await session().picture('renamed-duplicate');
  });

  it('formats YAML and keeps its comments', async () => {
    const { workbench, workspace } = session();
    const path = join(workspace, 'typed.dataset.yaml');
    await writeFile(
      path,
      'name:   Typed # kept\ntables:\n- name: Order\n  columns:\n  - name: OrderID\n    dataType: Int64',
    );
    await workbench.openFile('typed.dataset.yaml');
    await workbench.runCommand('Format Document');
    await workbench.text(/name: Typed # kept/);
    await workbench.press('ControlOrMeta+s');
    await waitFor(async () =>
      assert.equal(
        await readFile(path, 'utf8'),
        'name: Typed # kept\ntables:\n  - name: Order\n    columns:\n      - name: OrderID\n        dataType: Int64',
      ),
    );
  });

  it('asks for credentials, creates the dataset, and shows its ID', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    await enterCredentials(workbench, gateway().credentials);
    const id = await createdDatasetId(workbench);
    assert.deepEqual(
      gateway()
        .datasets()
        .map((dataset) => dataset.id),
      [id],
    );
    await session().picture('create-dataset');
    await workbench.closeNotifications();
  });

  it('reuses the credentials the second time', async () => {
    const { workbench } = session();
    await workbench.openFile('inventory.dataset.yaml');
    await workbench.runCommand('Dataset: Create Dataset');
    const id = await createdDatasetId(workbench);
    assert.equal(gateway().datasets().at(-1)?.id, id);
    assert.equal(gateway().datasets().length, 2);
    await workbench.closeNotifications();
  });

  it('sends nothing and shows the first error if the document has errors', async () => {
    const { workbench } = session();
    await workbench.openFile('broken.dataset.json');
    await workbench.runCommand('Dataset: Create Dataset');
    assert.match(await workbench.notification(/nothing was sent/), /line \d+/i);
    assert.equal(gateway().datasets().length, 2);
  });

  it('saves a new file in the workspace folder, under a name with the right extension', async () => {
    const { workbench } = session();
    const before = await readdir(session().workspace);
    await workbench.runCommand('Create: New File...');
    await workbench.pick(/Select File Type|New File/, 'Dataset');
    await workbench.pick(/Select a template/, 'Sales sample');
    await workbench.text(/OrderedAt/);
    await session().picture('new-dataset-file');
    await workbench.activeTab(/\.dataset\.json$/);
    await workbench.press('Control+s');
    await waitFor(async () => {
      const [name = '', ...others] = (await readdir(session().workspace)).filter(
        (each) => !before.includes(each),
      );
      assert.match(name, /\.dataset\.json$/);
      assert.deepEqual(others, []);
      assert.equal(JSON.parse(await readFile(join(session().workspace, name), 'utf8')).name, 'Sales');
    });
  });
});
