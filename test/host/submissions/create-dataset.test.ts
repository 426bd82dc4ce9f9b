import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Answers } from '../answers.ts';
import { closeEditors, eventually, openDocument, replaceText } from '../authoring/documents.ts';

interface CreateResult {
  readonly outcome: string;
  readonly datasetId?: string;
}

/** Unique, because the same content is not submitted again without a question. */
const json = `{ "name": "${randomUUID()}", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }`;
const yaml = 'name: Sales\ntables:\n  - name: T\n    columns:\n      - name: C\n        dataType: Int64\n';
const uuid = /^[0-9a-f-]{36}$/;

/** Those that take a target, beside `dataset.create`. */
const targetCommands = [
  'previewRequest',
  'copyAsCurl',
  'compareWith',
  'openDesigner',
  'exportDiagram',
  'newFromData',
  'updateFromData',
  'checkData',
].map((name) => `dataset.${name}`);

function create(...args: unknown[]): Thenable<CreateResult> {
  return vscode.commands.executeCommand<CreateResult>('dataset.create', ...args);
}

describe('Create Dataset with the local gateway', function () {
  this.timeout(120_000);

  before(async () => {
    await vscode.commands.executeCommand('dataset.startLocalGateway');
  });

  after(async () => {
    await vscode.commands.executeCommand('dataset.stopLocalGateway');
    const configuration = vscode.workspace.getConfiguration('dataset');
    await configuration.update('environments', undefined, vscode.ConfigurationTarget.Global);
    await configuration.update('environment', undefined, vscode.ConfigurationTarget.Global);
  });

  afterEach(closeEditors);

  it('has an environment "local", selected, without a secret in the settings', () => {
    const configuration = vscode.workspace.getConfiguration('dataset');
    assert.equal(configuration.get('environment'), 'local');
    const environments = configuration.get<{ name: string; auth: Record<string, unknown> }[]>('environments');
    assert.deepEqual(
      environments?.map(({ name }) => name),
      ['local'],
    );
    assert.deepEqual(Object.keys(environments?.[0]?.auth ?? {}).sort(), ['clientId', 'grantType']);
  });

  it('creates a dataset of the active editor', async () => {
    await openDocument('.dataset.json', json);
    const result = await create();
    assert.equal(result.outcome, 'created');
    assert.match(result.datasetId ?? '', uuid);
  });

  it('sends nothing of a file that is not checked, and leads to the error in the project file', async () => {
    const { uri } = await openDocument('.dataset.json', json);
    const project = vscode.Uri.joinPath(uri, '..', 'dataset-studio.json');
    const write = async (text: string) => {
      await vscode.workspace.fs.writeFile(project, new TextEncoder().encode(text));
    };
    await write('{\n  "excludes": [] }');
    // VS Code reports changes of files late.
    assert.ok(await eventually(() => vscode.languages.getDiagnostics(project)[0]));
    const answers = new Answers().pressing('Show Problem');
    try {
      assert.equal((await create(uri)).outcome, 'invalid');
      assert.match(
        (await eventually(() => answers.asked.at(-1))) ?? '',
        /^opened\/dataset-studio\.json has an error in line 2, so \S+ is not checked: .*"exclude"\? Nothing was sent\./,
      );
      const opened = await eventually(() => {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.path === project.path ? editor : undefined;
      });
      assert.equal(opened?.selection.start.line, 1);
      await vscode.commands.executeCommand('dataset.previewRequest', uri);
      assert.match(
        answers.asked.at(-1) ?? '',
        /^opened\/dataset-studio\.json has an error in line 2, so \S+ is not/,
      );
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{}'));
      await write('{ "exclude": ["**"] }');
      const said = await eventually(async () => {
        await create(uri);
        return answers.asked.find((message) => message.includes('excludes it'));
      });
      assert.match(
        said ?? '',
        /has 2 errors, so nothing was sent\..* The problems of \S+ are not shown, because opened\//,
      );
    } finally {
      answers.restore();
      await vscode.workspace.fs.delete(project);
    }
  });

  it('creates a dataset from a URI, open or not', async () => {
    const [uri] = await vscode.workspace.findFiles('sales.dataset.json');
    assert.equal((await create(uri)).outcome, 'created');
  });

  it('takes a text for a URI or a path, and never the active editor instead', async () => {
    const named = await openDocument('.dataset.json', '{');
    const { uri } = named;
    // What would be created by mistake.
    const [sales] = await vscode.workspace.findFiles('sales.dataset.json');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(sales ?? uri));
    const answers = new Answers().pressing();
    try {
      const relative = vscode.workspace.asRelativePath(uri);
      for (const text of [uri.fsPath, uri.toString(), relative, `./${relative}`]) {
        assert.deepEqual(await create(text), { outcome: 'invalid' }, text);
        assert.match(answers.asked.at(-1) ?? '', /^[0-9a-f-]+\.dataset\.json has an error/, text);
        await vscode.commands.executeCommand('dataset.previewRequest', text);
        assert.match(answers.asked.at(-1) ?? '', /^[0-9a-f-]+\.dataset\.json has errors/, text);
      }
      const folder = vscode.Uri.joinPath(uri, '..');
      const gone = vscode.Uri.joinPath(folder, 'gone.dataset.json');
      // What a command is called with, and all that it does then.
      for (const [message, ...values] of [
        [/, which is not a file\. Pass a URI/, '', ' ', 42, {}, true, { uri }, { scheme: 'a b', path: '/' }],
        [
          /, which is not a file\. Pass a URI/,
          folder.fsPath,
          folder.toString(),
          gone.fsPath,
          gone.toString(),
        ],
        [/, which is not a file\. Pass a URI/, [uri, 42], [sales, folder], [sales, gone], ['a.dataset.json']],
        // As tasks, launch configurations, and inputs pass what they say.
        [/^A task or launch configuration can't/, `\${file}`, [`\${command:dataset.create}`, sales?.fsPath]],
        [
          /^A task or launch configuration can't/,
          [sales?.fsPath, `\${command:dataset.create}`, folder.fsPath],
        ],
        [/^A task or launch configuration can't/, { name: 'a', program: `\${command:dataset.create}` }],
      ] as const)
        for (const value of values) {
          const label = JSON.stringify(value);
          answers.asked.length = 0;
          assert.deepEqual(await create(value), { outcome: 'invalid' }, label);
          for (const command of targetCommands) await vscode.commands.executeCommand(command, value);
          assert.equal(answers.asked.length, 1 + targetCommands.length, label);
          for (const asked of answers.asked) assert.match(asked, message, label);
        }
      answers.asked.length = 0;
      assert.deepEqual(await create(sales, [sales, 42]), { outcome: 'invalid' });
      assert.match(answers.asked.join(), /^The command was called with 42, which is not a file/);
    } finally {
      answers.restore();
    }
  });

  it('creates nothing for a variable of a task, whatever the workspace contains', async () => {
    const settings = vscode.workspace.getConfiguration('dataset');
    await settings.update('confirm', 'never', vscode.ConfigurationTarget.Global);
    const document = await openDocument('.dataset.json', json.replace('"T"', '"Task"'));
    const answers = new Answers().pressing();
    try {
      const execution = new vscode.ShellExecution(`echo \${command:dataset.create}`);
      const scope = vscode.workspace.workspaceFolders?.[0] ?? vscode.TaskScope.Workspace;
      const task = new vscode.Task({ type: 'shell' }, scope, 'Create', 'test', execution);
      // VS Code doesn't run it: the variable has no text.
      void vscode.tasks.executeTask(task).then(undefined, () => {});
      const said = await eventually(() => answers.asked.at(-1));
      assert.match(said ?? '', /^A task or launch configuration can't say which file/);
      assert.equal(answers.asked.length, 1);
      // It was not created before.
      assert.equal((await create(document.uri)).outcome, 'created');
    } finally {
      answers.restore();
      await settings.update('confirm', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('leaves no gateway running, and names the reason, where VS Code refuses to write the settings', async () => {
    await vscode.commands.executeCommand('dataset.stopLocalGateway');
    const { getConfiguration } = vscode.workspace;
    const reason =
      'Unable to write into user settings. Please open the user settings to correct errors in it.';
    const refuse = () => Promise.reject(new Error(reason));
    Object.defineProperty(vscode.workspace, 'getConfiguration', {
      configurable: true,
      value: (...args: Parameters<typeof getConfiguration>) => ({
        ...getConfiguration(...args),
        update: refuse,
      }),
    });
    const answers = new Answers().pressing();
    try {
      await vscode.commands.executeCommand('dataset.startLocalGateway');
      assert.deepEqual(answers.asked, [`The setting dataset.environments can't be saved. ${reason}\n`]);
      assert.deepEqual(answers.offered, [['Open Settings']]);
      await vscode.commands.executeCommand('dataset.stopLocalGateway');
      assert.match(answers.asked.at(-1) ?? '', /^No local gateway is running/);
    } finally {
      answers.restore();
      Object.defineProperty(vscode.workspace, 'getConfiguration', {
        configurable: true,
        value: getConfiguration,
      });
      await vscode.commands.executeCommand('dataset.startLocalGateway');
    }
  });

  it('creates a dataset from a YAML file', async () => {
    const document = await openDocument('.dataset.yaml', yaml);
    assert.equal((await create(document.uri)).outcome, 'created');
  });

  it('returns an array for several URIs, in their order', async () => {
    const settings = vscode.workspace.getConfiguration('dataset');
    await settings.update('confirm', 'never', vscode.ConfigurationTarget.Global);
    const good = await openDocument('.dataset.json', json.replace('"T"', '"Several"'));
    const bad = await openDocument('.dataset.json', '{');
    const results = await vscode.commands.executeCommand<CreateResult[]>('dataset.create', [
      good.uri,
      bad.uri,
    ]);
    await settings.update('confirm', undefined, vscode.ConfigurationTarget.Global);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['created', 'invalid'],
    );
  });

  it('sends the text in the editor, saved or not', async () => {
    const document = await openDocument('.dataset.json', json);
    await replaceText(document, '{');
    assert.equal((await create()).outcome, 'invalid');
    await replaceText(document, json.replace('"T"', '"Unsaved"'));
    assert.equal((await create()).outcome, 'created');
    assert.equal(document.isDirty, true);
  });

  for (const [what, content] of [
    ['text that is no JSON', 'name: Sales'],
    ['a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(json)])],
  ] as const)
    it(`sends nothing for a file with ${what}`, async () => {
      const document = await openDocument('.dataset.json', content);
      assert.equal((await create(document.uri)).outcome, 'invalid');
    });

  it('sends nothing for a folder or a missing file', async () => {
    const document = await openDocument('.dataset.json', json);
    await closeEditors();
    const folder = vscode.Uri.joinPath(document.uri, '..', 'folder.dataset.json');
    await vscode.workspace.fs.createDirectory(folder);
    assert.equal((await create(folder)).outcome, 'invalid');
    await vscode.workspace.fs.delete(document.uri);
    assert.equal((await create(document.uri)).outcome, 'invalid');
  });

  it('does not wait for a pipe', async function () {
    const [sample] = await vscode.workspace.findFiles('sales.dataset.json');
    assert.ok(sample);
    // Windows has no named pipes in folders.
    if (process.platform === 'win32') this.skip();
    const pipe = vscode.Uri.joinPath(sample, '..', 'pipe.dataset.json');
    execFileSync('mkfifo', [pipe.fsPath]);
    try {
      assert.equal((await create(pipe)).outcome, 'invalid');
    } finally {
      await rm(pipe.fsPath);
    }
  });

  it('sends a document of 1 MB, and reports the errors of another one', async () => {
    const column = '{"name":"Column","dataType":"Int64"}';
    const columns = Array.from({ length: 26_000 }, (_, index) =>
      column.replace('Column', `Column${index}`),
    ).join(',');
    const large = `{"name":"Large","tables":[{"name":"T","columns":[${columns}]}]}`;
    assert.ok(large.length > 1024 * 1024);
    const document = await openDocument('.dataset.json', large.replace('"Column24999"', '7'));
    assert.equal((await create(document.uri)).outcome, 'invalid');
    await vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(large));
    await closeEditors();
    assert.notEqual((await create(document.uri)).outcome, 'invalid');
  });
});

describe('Preview Request', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  it('shows the request in a read-only document with masked secrets', async () => {
    await vscode.commands.executeCommand('dataset.startLocalGateway');
    try {
      await openDocument('.dataset.json', json);
      await vscode.commands.executeCommand('dataset.previewRequest');
      const shown = await eventually(() => {
        const document = vscode.window.activeTextEditor?.document;
        return document?.uri.scheme === 'dataset-studio' ? document : undefined;
      });
      const text = shown?.getText() ?? '';
      assert.match(text, /^POST .*\/reporting\/datasets\?defaultRetentionPolicy=None/);
      assert.match(text, /Ocp-Apim-Subscription-Key: •/i);
      assert.match(text, /Authorization: Bearer •/i);
      assert.ok(text.includes(json));
    } finally {
      await vscode.commands.executeCommand('dataset.stopLocalGateway');
    }
  });
});
