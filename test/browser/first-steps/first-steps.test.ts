import assert from 'node:assert/strict';
import { samplesFolder } from '../../../scripts/repository.ts';
import { vsixPath } from '../../../scripts/vsix.ts';
import { createdDatasetId } from '../create-as-user.ts';
import { inWorkbench } from '../in-workbench.ts';

describe('First steps without any configuration', () => {
  const session = inWorkbench(() => ({ workspace: samplesFolder, vsix: vsixPath() }));

  it('completes data types while a column is typed', async () => {
    const { workbench } = session();
    await workbench.openFile('sales.dataset.json');
    await workbench.goToEndOfLine(lastColumn);
    await workbench.type(', { "name": "Price", "dataType": ');
    const labels = (await workbench.completions(/Int64/)).map((label) => label.replaceAll('"', ''));
    for (const dataType of ['Int64', 'string', 'bool', 'DateTime']) assert.ok(labels.includes(dataType));
    await session().screenshot('completion');
    await workbench.press('Escape');
  });

  it('reports a mistake in the Problems panel', async () => {
    const { workbench } = session();
    await workbench.type('"Decimal"');
    await workbench.press('Escape');
    await workbench.type(' }');
    assert.match(await workbench.problem(/Decimal/), /dataset/);
    await session().screenshot('problem');
  });

  it('starts a local gateway and creates a dataset there', async () => {
    const { workbench } = session();
    await workbench.openFile('inventory.dataset.yaml');
    await workbench.runCommand('Dataset: Start Local Gateway');
    await workbench.notification(/local gateway is running at/);
    await workbench.runCommand('Dataset: Create Dataset');
    assert.match(await createdDatasetId(workbench), /^[0-9a-f-]{36}$/);
    await session().screenshot('first-steps');
  });
});

/** The 1-based line of the last column of the first table in sales.dataset.json. */
const lastColumn = 11;
