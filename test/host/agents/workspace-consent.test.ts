import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Answers } from '../answers.ts';
import {
  closeEditors,
  openDocument,
  projectFile,
  removeIfPresent,
  writeProjectFile,
} from '../authoring/documents.ts';
import { FragileGateway } from '../fragile-gateway.ts';

interface CreateResult {
  readonly outcome: string;
}

function datasetWith(column: Record<string, unknown>): string {
  return JSON.stringify({ name: randomUUID(), tables: [{ name: 'T', columns: [column] }] });
}

const tidy = { name: 'C', dataType: 'Int64' };

async function set(key: string, value: unknown, target = vscode.ConfigurationTarget.Global): Promise<void> {
  await vscode.workspace.getConfiguration('dataset').update(key, value, target);
}

describe('A workspace that selects an environment', function () {
  this.timeout(120_000);
  const gateway = new FragileGateway();
  const workspace = vscode.ConfigurationTarget.Workspace;
  let answers: Answers;
  let baseUrl: string;
  let production: string;

  before(async () => {
    await gateway.start('staging');
    const [entry] =
      vscode.workspace.getConfiguration('dataset').get<{ baseUrl: string }[]>('environments') ?? [];
    baseUrl = entry?.baseUrl ?? '';
  });

  beforeEach(async () => {
    answers = new Answers().typing('secret').pressing();
    gateway.received.length = 0;
    // A new name each time: an approval stays for as long as the workspace.
    production = `production-${randomUUID().slice(0, 8)}`;
    const auth = { grantType: 'token' };
    await set('environments', [
      { name: 'staging', baseUrl, auth },
      { name: production, baseUrl: `${baseUrl}/production`, auth },
    ]);
    await set('environment', 'staging');
    await set('environment', production, workspace);
  });

  afterEach(async () => {
    answers.restore();
    await set('environment', undefined, workspace);
    await removeIfPresent(projectFile);
    await set('confirm', undefined);
    await closeEditors();
  });

  after(() => gateway.stop());

  async function create(column: Record<string, unknown> = tidy): Promise<string> {
    const { uri } = await openDocument('.dataset.json', datasetWith(column));
    return (await vscode.commands.executeCommand<CreateResult>('dataset.create', uri)).outcome;
  }

  async function createTwo(): Promise<string[]> {
    const uris = [];
    for (let count = 0; count < 2; count += 1)
      uris.push((await openDocument('.dataset.json', datasetWith(tidy))).uri);
    const results = await vscode.commands.executeCommand<CreateResult[]>('dataset.create', uris);
    return results.map(({ outcome }) => outcome);
  }

  const questions = () => answers.asked.filter((message) => /^Create .* in /.test(message));

  for (const confirm of ['warnings', 'never'])
    it(`asks once before a dataset is sent there, with dataset.confirm "${confirm}"`, async () => {
      await set('confirm', confirm);
      assert.equal(await create(), 'cancelled');
      assert.equal(await create(), 'cancelled');
      assert.deepEqual(gateway.received, []);
      assert.equal(questions().length, 2);
      const [question = ''] = questions();
      assert.ok(question.includes(`The settings of this workspace select "${production}".`), question);
      assert.match(question, /Your own selection is "staging"/);
      assert.ok(question.includes(`${baseUrl}/production`), question);

      answers.pressing('Create');
      assert.equal(await create(), 'created');
      assert.equal(questions().length, 3);
      assert.equal(await create(), 'created');
      assert.equal(questions().length, 3);
    });

  it('asks before several are sent there, also with dataset.confirm "never"', async () => {
    await set('confirm', 'never');
    assert.deepEqual(await createTwo(), ['cancelled', 'cancelled']);
    assert.deepEqual(gateway.received, []);
    assert.match(questions()[0] ?? '', /The settings of this workspace select/);
    answers.pressing('Create');
    assert.deepEqual(await createTwo(), ['created', 'created']);
    assert.deepEqual(await createTwo(), ['created', 'created']);
    assert.equal(questions().length, 2);
  });

  it('asks again for another URL with the same name', async () => {
    answers.pressing('Create');
    assert.equal(await create(), 'created');
    const auth = { grantType: 'token' };
    await set('environments', [
      { name: 'staging', baseUrl, auth },
      { name: production, baseUrl: `${baseUrl}/moved`, auth },
    ]);
    answers.pressing();
    assert.equal(await create(), 'cancelled');
  });

  it('does not ask if the user selected it', async () => {
    await vscode.commands.executeCommand('dataset.selectEnvironment', production);
    assert.equal(await create(), 'created');
    assert.deepEqual(questions(), []);
  });

  it('does not ask if the user selected the same one', async () => {
    await set('environment', production);
    assert.equal(await create(), 'created');
    assert.deepEqual(questions(), []);
  });

  for (const severity of ['off', 'hint', 'info'])
    it(`can't turn off the question about warnings with the severity "${severity}"`, async () => {
      await set('environment', undefined, workspace);
      await writeProjectFile({ rules: { 'unknown-data-type': severity, 'missing-property': severity } });
      assert.equal(await create({ name: 'C', dataType: 'Int65' }), 'cancelled');
      assert.equal(await create({ name: 'C' }), 'cancelled');
      assert.deepEqual(gateway.received, []);
      assert.match(questions()[0] ?? '', /Line 1: .*Int65/);
      assert.equal(await create(), 'created');
      assert.equal(questions().length, 2);
    });

  it('is shown by the code lens above the first line', async () => {
    const document = await openDocument('.dataset.json', datasetWith(tidy));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const command = lenses.find(({ command: one }) => one?.command === 'dataset.create')?.command;
    assert.equal(command?.title, `Create Dataset → ${production}`);
    assert.match(command?.tooltip ?? '', /The settings of this workspace select/);
  });
});
