import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findDatasetFiles } from '../../../src/editor/authoring/workspace/dataset-files.ts';
import { closeEditors, eventually, openedFolder, removeIfPresent } from './documents.ts';

const valid =
  '{ "name": "Sales", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }';
const withoutValidName = valid.replace('"Sales"', '7');

const codesOf = (file: vscode.Uri) =>
  vscode.languages
    .getDiagnostics(file)
    .map(({ code }) => (typeof code === 'object' ? code.value : code))
    .sort();

/** Waits until a file has exactly these problems in the Problems panel. */
async function expectProblems(file: vscode.Uri, ...codes: string[]): Promise<void> {
  await eventually(() => (codesOf(file).join() === codes.join() ? true : undefined));
  assert.deepEqual(codesOf(file), codes);
}

describe('Validate All Datasets', function () {
  this.timeout(120_000);
  const folder = vscode.Uri.joinPath(
    vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'),
    'all-datasets',
  );
  const uriOf = (name: string) => vscode.Uri.joinPath(folder, name);
  const write = (name: string, text: string) =>
    vscode.workspace.fs.writeFile(uriOf(name), new TextEncoder().encode(text));
  const move = (from: string, to: string) =>
    vscode.workspace.fs.rename(uriOf(from), uriOf(to), { overwrite: true });
  const configuration = (section: string) => vscode.workspace.getConfiguration(section);
  const validateAll = () =>
    vscode.commands.executeCommand<{ files: number; unreadable: number; errors: number; cancelled: boolean }>(
      'dataset.validateWorkspace',
    );

  before(async () => {
    // Large files from other tests would slow down the validation.
    await removeIfPresent(vscode.Uri.joinPath(folder, '..', openedFolder));
  });

  beforeEach(async () => {
    await vscode.workspace.fs.createDirectory(uriOf('deep/er'));
    await write('good.dataset.json', valid);
    await write('deep/er/wrong.dataset.json', withoutValidName);
    await write('deep/wrong.dataset.yml', 'name: Sales\n');
    await write('deep/other.json', '{');
  });

  afterEach(async () => {
    await closeEditors();
    await removeIfPresent(folder);
    await validateAll();
  });

  it('shows the problems of files that are not open, and returns their number', async () => {
    const { files, errors, cancelled } = await validateAll();
    assert.deepEqual(codesOf(uriOf('deep/er/wrong.dataset.json')), ['wrong-type']);
    assert.deepEqual(codesOf(uriOf('deep/wrong.dataset.yml')), ['missing-property']);
    assert.deepEqual(codesOf(uriOf('good.dataset.json')), []);
    assert.deepEqual(codesOf(uriOf('deep/other.json')), []);
    const all = await vscode.workspace.findFiles('**/*.dataset.{json,yaml,yml}');
    assert.equal(files, all.length);
    assert.equal(
      errors,
      all
        .flatMap((file) => vscode.languages.getDiagnostics(file))
        .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error).length,
    );
    assert.equal(cancelled, false);
  });

  it('shows each problem once when its file is opened, changed, and closed', async () => {
    const file = uriOf('deep/er/wrong.dataset.json');
    await validateAll();
    // Opens the file as a user does: a document that an extension opens stays open after its editor is closed.
    await vscode.commands.executeCommand('vscode.open', file);
    await expectProblems(file, 'wrong-type');
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), file.toString());
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 1), ' "colour": "red",'));
    await expectProblems(file, 'unknown-property', 'wrong-type');
    // The saved content is not validated while the document has unsaved changes.
    await validateAll();
    await expectProblems(file, 'unknown-property', 'wrong-type');
    await closeEditors();
    await expectProblems(file, 'wrong-type');
  });

  it('updates problems when files change', async () => {
    await validateAll();
    await write('good.dataset.json', withoutValidName);
    await expectProblems(uriOf('good.dataset.json'), 'wrong-type');
    await write('good.dataset.json', valid);
    await expectProblems(uriOf('good.dataset.json'));
    // Many editors and Git save a file this way. VS Code reports it as a new file.
    await write('good.tmp', withoutValidName);
    await move('good.tmp', 'good.dataset.json');
    await expectProblems(uriOf('good.dataset.json'), 'wrong-type');
    await write('new.dataset.yaml', 'tables: []\n');
    await expectProblems(uriOf('new.dataset.yaml'), 'missing-property', 'no-tables');
    await removeIfPresent(uriOf('new.dataset.yaml'));
    await expectProblems(uriOf('new.dataset.yaml'));
  });

  it('updates problems when folders are renamed or deleted', async () => {
    await validateAll();
    await move('deep', 'moved');
    await expectProblems(uriOf('deep/er/wrong.dataset.json'));
    await expectProblems(uriOf('moved/er/wrong.dataset.json'), 'wrong-type');
    await removeIfPresent(uriOf('moved'));
    await expectProblems(uriOf('moved/er/wrong.dataset.json'));
  });

  it('is cancelled by a newer run', async () => {
    const [first, second] = await Promise.all([validateAll(), validateAll()]);
    assert.deepEqual([first.cancelled, second.cancelled], [true, false]);
    assert.deepEqual(codesOf(uriOf('deep/er/wrong.dataset.json')), ['wrong-type']);
  });

  it('searches each workspace folder, and nested folders only once', async () => {
    const descriptor = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
    const folders = [folder, uriOf('deep')].map((uri, index) => ({ uri, name: `${index}`, index }));
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => folders });
    try {
      const { token } = new vscode.CancellationTokenSource();
      const found = await findDatasetFiles(token);
      assert.deepEqual(found.map(({ path }) => path.slice(folder.path.length)).sort(), [
        '/deep/er/wrong.dataset.json',
        '/deep/wrong.dataset.yml',
        '/good.dataset.json',
      ]);
    } finally {
      if (descriptor) Object.defineProperty(vscode.workspace, 'workspaceFolders', descriptor);
    }
  });

  it('updates problems when dataset.rules changes', async () => {
    const file = uriOf('deep/er/wrong.dataset.json');
    await validateAll();
    try {
      await configuration('dataset').update(
        'rules',
        { 'wrong-type': 'off' },
        vscode.ConfigurationTarget.Workspace,
      );
      await expectProblems(file);
    } finally {
      await configuration('dataset').update('rules', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await expectProblems(file, 'wrong-type');
  });
});
