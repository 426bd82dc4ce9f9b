import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { noRuleSettings } from '../../../src/dataset/rules/settings.ts';
import { findDatasetFiles } from '../../../src/editor/documents/dataset-files.ts';
import {
  codesOf,
  expectProblems,
  folder,
  uriOf,
  valid,
  validateAll,
  withoutValidName,
} from './all-datasets.ts';
import { closeEditors, openedFolder, removeIfPresent } from './documents.ts';

describe('Validate All Datasets', function () {
  this.timeout(120_000);
  const write = (name: string, text: string) =>
    vscode.workspace.fs.writeFile(uriOf(name), new TextEncoder().encode(text));
  const move = (from: string, to: string) =>
    vscode.workspace.fs.rename(uriOf(from), uriOf(to), { overwrite: true });

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

  it('reports progress up to 100 %, with any number of files', async () => {
    const window = vscode.window as unknown as Record<string, unknown>;
    const { withProgress } = vscode.window;
    const steps: number[] = [];
    window.withProgress = (_: unknown, task: (...args: unknown[]) => Promise<unknown>) => {
      const report = ({ increment }: { increment: number }) => steps.push(increment);
      return task({ report }, new vscode.CancellationTokenSource().token);
    };
    try {
      for (let index = 0; index < 150; index += 1) await write(`many/${index}.dataset.json`, valid);
      await validateAll();
    } finally {
      window.withProgress = withProgress;
    }
    assert.equal(Math.round(steps.reduce((sum, step) => sum + step, 0)), 100);
    assert.ok(steps.length <= 101, String(steps.length));
  });

  it('searches each workspace folder, and nested folders only once', async () => {
    const descriptor = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
    const folders = [folder, uriOf('deep')].map((uri, index) => ({ uri, name: `${index}`, index }));
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => folders });
    try {
      const judge = async () => ({ kind: 'judged', settings: noRuleSettings }) as const;
      const { files } = await findDatasetFiles({ judge });
      assert.deepEqual(files.map(({ path }) => path.slice(folder.path.length)).sort(), [
        '/deep/er/wrong.dataset.json',
        '/deep/wrong.dataset.yml',
        '/good.dataset.json',
      ]);
    } finally {
      if (descriptor) Object.defineProperty(vscode.workspace, 'workspaceFolders', descriptor);
    }
  });
});
