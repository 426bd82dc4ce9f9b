import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { content, files, filesOf, projectFile } from '../../unit/dataset-files.ts';
import { Answers } from '../answers.ts';
import { codesOf, validateAll } from './all-datasets.ts';
import { closeEditors, removeIfPresent, replaceText } from './documents.ts';

const root = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
const folder = vscode.Uri.joinPath(root, 'dataset-files');
const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);
const write = (path: string, text: string) =>
  vscode.workspace.fs.writeFile(uriOf(path), new TextEncoder().encode(text));
/** The files with the one problem of the content. */
const found = () => files.flatMap(([path]) => (codesOf(uriOf(path)).includes('wrong-type') ? [path] : []));

describe('What a dataset file is, in VS Code', function () {
  this.timeout(240_000);

  before(async () => {
    await write('dataset-studio.json', projectFile);
    for (const [path] of files) await write(path, content);
  });

  after(async () => {
    await closeEditors();
    await removeIfPresent(folder);
    await validateAll();
  });

  it('is one answer for Validate All Datasets, which names what it skips', async () => {
    const answers = new Answers().pressing();
    try {
      const result = await validateAll();
      assert.deepEqual(found().sort(), filesOf('dataset'));
      const names = result.skipped.excluded?.map(({ path }) => path.slice(folder.path.length + 1));
      assert.deepEqual(names?.sort(), filesOf('excluded'));
      assert.match(
        answers.asked.join('\n'),
        /Excluded by a project file: .*dataset-files\/archive\/h\.dataset/,
      );
    } finally {
      answers.restore();
    }
  });

  it('is the same for open documents, whatever their language mode is, saved or not', async () => {
    const modes = ['plaintext', 'jsonc', 'yaml', undefined] as const;
    // A search leaves node_modules out; whoever opens a file there means it.
    const opened = files.filter(([path]) => !path.startsWith('node_modules/'));
    for (const [index, [path]] of opened.entries()) {
      let document = await vscode.workspace.openTextDocument(uriOf(path));
      const mode = modes[index % modes.length];
      if (mode !== undefined) document = await vscode.languages.setTextDocumentLanguage(document, mode);
      if (index % 3 === 0) await replaceText(document, `${content}\n`);
      await vscode.commands.executeCommand('_dataset.check', document.uri);
    }
    assert.deepEqual(found().sort(), filesOf('dataset'));
    const { errors, files: checked } = await validateAll();
    assert.deepEqual(found().sort(), filesOf('dataset'));
    assert.ok(errors >= filesOf('dataset').length && checked >= filesOf('dataset').length);
  });

  it('is the same for Create Dataset on a folder or a selection, which name what they skip', async () => {
    const answers = new Answers().pressing();
    try {
      const inFolder = await vscode.commands.executeCommand<unknown[]>('dataset.create', folder);
      assert.equal(inFolder.length, filesOf('dataset').length);
      assert.match(
        answers.asked.join('\n'),
        /Excluded by a project file: dataset-files\/archive\/h\.dataset/,
      );
      answers.asked.length = 0;
      const uris = files.map(([path]) => uriOf(path));
      const selected = await vscode.commands.executeCommand<unknown[]>('dataset.create', uris[0], uris);
      // A file in node_modules that is selected is meant.
      assert.equal(selected.length, filesOf('dataset').length + 1);
      assert.match(answers.asked.join('\n'), /Without a dataset file: dataset-files\/l\.json, /);
      // Whoever names a file means it.
      const named = await vscode.commands.executeCommand('dataset.create', uriOf('archive/h.dataset.json'));
      assert.deepEqual(named, { outcome: 'invalid' });
      assert.match(answers.asked.at(-1) ?? '', /^h\.dataset\.json has an error/);
    } finally {
      answers.restore();
    }
  });

  it('is the same for agents, whose patterns mean what they mean on the command line', async () => {
    for (const pattern of ['dataset-files', 'dataset-files/**', 'dataset-files/**/*.DataSet.*']) {
      const input = { files: [pattern] };
      const result = await vscode.lm.invokeTool('dataset_validate', {
        input,
        toolInvocationToken: undefined,
      });
      const [part] = result.content;
      assert.ok(part instanceof vscode.LanguageModelTextPart);
      const { documents, skipped } = JSON.parse(part.value);
      const names = (list: { file: string }[]) =>
        list.map(({ file }) => file.slice('dataset-files/'.length)).sort();
      assert.deepEqual(names(documents), filesOf('dataset'), pattern);
      assert.deepEqual(names(skipped), filesOf('excluded'), pattern);
    }
  });

  it('leaves validation that is off out of the count, and says so', async () => {
    const settings = vscode.workspace.getConfiguration('dataset', folder);
    await settings.update('validate', false, vscode.ConfigurationTarget.Workspace);
    const answers = new Answers().pressing();
    try {
      const { files: checked, errors } = await validateAll();
      assert.deepEqual([checked, errors], [0, 0]);
      assert.match(answers.asked.join('\n'), /Not checked, because dataset\.validate is off: /);
    } finally {
      answers.restore();
      await settings.update('validate', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('leads to an offer to associate its name, for another language mode', async () => {
    const answers = new Answers().pressing('Associate *.dataset.json');
    const associations = () =>
      vscode.workspace.getConfiguration('files').inspect('associations')?.globalValue;
    try {
      const document = await vscode.workspace.openTextDocument(uriOf('a.dataset.json'));
      await vscode.languages.setTextDocumentLanguage(document, 'json');
      await vscode.window.showTextDocument(document);
      for (let turn = 0; turn < 100 && associations() === undefined; turn++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(associations(), { '*.dataset.json': 'dataset-json' });
      assert.match(answers.asked.join('\n'), /checks a\.dataset\.json, but .* language mode is "json"/);
    } finally {
      answers.restore();
      const settings = vscode.workspace.getConfiguration('files');
      await settings.update('associations', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});

describe('A version of a dataset file, as Git, pull requests, and the timeline show it', () => {
  const uri = vscode.Uri.from({ scheme: 'versions', path: '/r/a.dataset.json', query: '{"ref":"HEAD"}' });
  let provider: vscode.Disposable;

  before(() => {
    const none = () => {
      throw vscode.FileSystemError.NoPermissions();
    };
    // As Git's, it answers by the query, whatever the path is.
    provider = vscode.workspace.registerFileSystemProvider(
      'versions',
      {
        onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
        watch: () => new vscode.Disposable(() => undefined),
        stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.length }),
        readFile: () => new TextEncoder().encode(content),
        readDirectory: () => [],
        createDirectory: none,
        writeFile: none,
        delete: none,
        rename: none,
      },
      { isReadonly: true },
    );
  });

  after(() => provider.dispose());

  it('has no neighbours and no problems', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, 'dataset-json');
    await vscode.commands.executeCommand('_dataset.check', uri);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
    );
    assert.ok(!lenses.some(({ command }) => /problem/i.test(command?.title ?? '')));
    const found = vscode.languages.getDiagnostics().filter(([{ scheme }]) => scheme === 'versions');
    assert.deepEqual(found, []);
  });
});
