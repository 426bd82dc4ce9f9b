import assert from 'node:assert/strict';
import { mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, eventually } from './authoring/documents.ts';

const valid =
  '{ "name": "Sales", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }';
const nameless = valid.replace('"Sales"', '7');

const codesOf = (file: vscode.Uri) =>
  vscode.languages
    .getDiagnostics(file)
    .map(({ code }) => (typeof code === 'object' ? code.value : code))
    .sort();

async function expectProblems(file: vscode.Uri, ...codes: string[]): Promise<void> {
  await eventually(() => (codesOf(file).join() === codes.join() ? true : undefined));
  assert.deepEqual(codesOf(file), codes);
}

describe('Validate All Datasets, on this machine', function () {
  this.timeout(120_000);
  const folder = vscode.Uri.joinPath(
    vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'),
    'all-datasets',
  );
  const uriOf = (name: string) => vscode.Uri.joinPath(folder, name);
  const pathOf = (name: string) => join(folder.fsPath, name);
  const configuration = (section: string) => vscode.workspace.getConfiguration(section);
  const validateAll = () =>
    vscode.commands.executeCommand<{ unreadable: number }>('dataset.validateWorkspace');
  const write = async (name: string, text: string) => {
    await mkdir(dirname(pathOf(name)), { recursive: true });
    await writeFile(pathOf(name), text);
  };

  afterEach(async () => {
    await closeEditors();
    for (const section of ['files', 'search'])
      await configuration(section).update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    await rm(folder.fsPath, { recursive: true, force: true });
    await validateAll();
  });

  it('follows files that other programs change', async () => {
    await write('good.dataset.json', valid);
    await validateAll();
    await write('good.dataset.json', nameless);
    await expectProblems(uriOf('good.dataset.json'), 'wrong-type');
    await write('good.dataset.json', valid);
    await expectProblems(uriOf('good.dataset.json'));
    // Many editors and Git save like this: VS Code then reports a new file.
    await write('good.tmp', nameless);
    await rename(pathOf('good.tmp'), pathOf('good.dataset.json'));
    await expectProblems(uriOf('good.dataset.json'), 'wrong-type');
    await write('new.dataset.yaml', 'tables: []\n');
    await expectProblems(uriOf('new.dataset.yaml'), 'missing-property', 'no-tables');
    await rm(pathOf('new.dataset.yaml'));
    await expectProblems(uriOf('new.dataset.yaml'));
  });

  it('follows folders that other programs change', async () => {
    await write('deep/er/wrong.dataset.json', nameless);
    await validateAll();
    await rename(pathOf('deep'), pathOf('moved'));
    await expectProblems(uriOf('deep/er/wrong.dataset.json'));
    await expectProblems(uriOf('moved/er/wrong.dataset.json'), 'wrong-type');
    await rm(pathOf('moved'), { recursive: true });
    await expectProblems(uriOf('moved/er/wrong.dataset.json'));
  });

  // What finds the files does this: not every extension that provides a workspace's files.
  it('leaves out what files.exclude and search.exclude leave out, at once when they change', async () => {
    await write('deep/er/wrong.dataset.json', nameless);
    await write('deep/wrong.dataset.yml', 'name: Sales\n');
    await validateAll();
    await configuration('files').update(
      'exclude',
      { '**/deep/er': true },
      vscode.ConfigurationTarget.Workspace,
    );
    await expectProblems(uriOf('deep/er/wrong.dataset.json'));
    await expectProblems(uriOf('deep/wrong.dataset.yml'), 'missing-property');
    await configuration('search').update(
      'exclude',
      { '**/*.{yml,txt}': true, '**/nothing': true },
      vscode.ConfigurationTarget.Workspace,
    );
    await expectProblems(uriOf('deep/wrong.dataset.yml'));
    await write('deep/er/new.dataset.json', nameless);
    await validateAll();
    await expectProblems(uriOf('deep/er/new.dataset.json'));
  });

  it('reports which file can’t be read, and why, beside the problems of the others', async () => {
    await write('wrong.dataset.json', nameless);
    // Sparse: no content, but too large.
    await write('huge.dataset.json', '');
    await truncate(pathOf('huge.dataset.json'), 3 * 2 ** 30);
    assert.equal((await validateAll()).unreadable, 1);
    const [problem] = vscode.languages.getDiagnostics(uriOf('huge.dataset.json'));
    assert.match(problem?.message ?? '', /can't be read because it is larger than 2 GB/);
    assert.deepEqual(codesOf(uriOf('wrong.dataset.json')), ['wrong-type']);
    await rm(pathOf('huge.dataset.json'));
    assert.equal((await validateAll()).unreadable, 0);
  });

  if (process.platform !== 'win32')
    it('reports a file under the name that is listed, if VS Code can’t represent its name', async () => {
      await write('two\nlines.dataset.json', '{');
      assert.equal((await validateAll()).unreadable, 1);
      const [problem] = vscode.languages
        .getDiagnostics(uriOf('lines.dataset.json'))
        .concat(vscode.languages.getDiagnostics(vscode.Uri.joinPath(folder, '..', 'lines.dataset.json')));
      assert.match(problem?.message ?? '', /can't find it under the name that it lists/);
    });
});
