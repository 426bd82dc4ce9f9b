import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Answers } from '../answers.ts';
import { expectProblems, folder, uriOf, valid, validateAll } from './all-datasets.ts';
import { closeEditors, eventually, readText, removeIfPresent, replaceText } from './documents.ts';

const camelCase = { names: { column: { style: 'camelCase' } } };

describe('A project file in the editor', function () {
  this.timeout(120_000);
  const write = (name: string, content: string | object) =>
    vscode.workspace.fs.writeFile(
      uriOf(name),
      new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
    );
  const show = async (name: string) => {
    const document = await vscode.workspace.openTextDocument(uriOf(name));
    await vscode.window.showTextDocument(document);
    return document;
  };

  const lensesOf = async (uri: vscode.Uri) => {
    const command = 'vscode.executeCodeLensProvider';
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(command, uri, 9);
    return lenses.map((lens) => lens.command?.title ?? '');
  };

  beforeEach(async () => {
    await write('a.dataset.json', valid);
    await write('old/b.dataset.json', valid);
  });

  afterEach(async () => {
    await closeEditors();
    await removeIfPresent(folder);
    await validateAll();
  });

  it('judges open and closed files, again whenever it changes', async () => {
    await write('dataset-studio.json', { extends: './base.json' });
    await write('base.json', camelCase);
    await show('a.dataset.json');
    await validateAll();
    await expectProblems(uriOf('a.dataset.json'), 'name-style');
    await expectProblems(uriOf('old/b.dataset.json'), 'name-style');
    await write('base.json', { limits: { tables: 1 } });
    await expectProblems(uriOf('a.dataset.json'));
    await expectProblems(uriOf('old/b.dataset.json'));
    await write('dataset-studio.json', { ...camelCase, rules: { 'name-style': 'error' } });
    await expectProblems(uriOf('a.dataset.json'), 'name-style');
    await expectProblems(uriOf('old/b.dataset.json'), 'name-style');
    await vscode.workspace.fs.delete(uriOf('dataset-studio.json'));
    await expectProblems(uriOf('a.dataset.json'));
    await expectProblems(uriOf('old/b.dataset.json'));
  });

  it('is created without hiding a problem, and says which there are', async () => {
    const created = vscode.Uri.joinPath(folder, '..', 'dataset-studio.json');
    await write('a.dataset.json', valid.replace('Int64', 'Integer'));
    await write('old/b.dataset.json', valid.replace('Int64', 'Strng'));
    const answers = new Answers().pressing();
    try {
      const create = () => vscode.commands.executeCommand<vscode.TextDocument>('dataset.createProjectFile');
      const document = await create();
      assert.match(document.getText(), /^ *\/\/ "Integer",$/m);
      assert.ok(!document.getText().includes('Strng'));
      const [message] = answers.asked;
      assert.match(message ?? '', /Commented out in it: [^.]*\bInteger\b/);
      assert.match(message ?? '', /as probable mistakes: [^.]*\bStrng\b/);
      assert.match(message ?? '', /Problems with these names: \d+\. All of them are still reported\./);
      // It opens the one that applies already.
      assert.equal((await create()).uri.toString(), created.toString());
      assert.equal(answers.asked.length, 1);
    } finally {
      answers.restore();
      await closeEditors();
      await removeIfPresent(created);
    }
  });

  it('no longer applies when its folder is deleted, and applies when one with it is moved there', async () => {
    await write('old/dataset-studio.json', '{ "exlude": [] }');
    await write('new/dataset-studio.json', camelCase);
    await write('new/b.dataset.json', valid);
    await validateAll();
    await expectProblems(uriOf('old/dataset-studio.json'), 'project-file');
    await vscode.workspace.fs.delete(uriOf('old'), { recursive: true });
    await expectProblems(uriOf('old/dataset-studio.json'));
    await write('old/b.dataset.json', valid.replace('"Sales"', '7'));
    await expectProblems(uriOf('old/b.dataset.json'), 'wrong-type');
    await vscode.workspace.fs.delete(uriOf('old'), { recursive: true });
    await vscode.workspace.fs.rename(uriOf('new'), uriOf('old'));
    await expectProblems(uriOf('old/b.dataset.json'), 'name-style');
  });

  describe('with quick fixes', () => {
    /** The fixes that declare something, for the problems with a code. */
    const declarations = async (uri: vscode.Uri, code: string) => {
      await expectProblems(uri, code);
      // While the document is checked again, there are none.
      const found = await eventually(async () => {
        const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          uri,
          vscode.languages.getDiagnostics(uri)[0]?.range ?? new vscode.Range(0, 0, 0, 0),
          vscode.CodeActionKind.QuickFix.value,
          20,
        );
        const declaring = actions.filter(({ command }) => command?.command === '_dataset.declare');
        return declaring.length > 0 ? declaring : undefined;
      });
      return found ?? [];
    };
    const take = async (action: vscode.CodeAction | undefined) => {
      const { command, arguments: args = [] } = action?.command ?? {};
      await vscode.commands.executeCommand(command ?? '', ...args);
    };
    const textOf = (name: string) => readText(uriOf(name));

    it('has them declare in the file that has the list', async () => {
      await write('dataset-studio.json', { extends: './base.json' });
      await write('base.json', '{\n  "dataTypes": ["Weight"] // kg\n}\n');
      await write('a.dataset.json', valid.replace('Int64', 'Volume'));
      const { uri } = await show('a.dataset.json');
      const [first, off, ...others] = await declarations(uri, 'unknown-data-type');
      assert.equal(first?.title, 'Add "Volume" to the known data types in all-datasets/base.json');
      assert.equal(off?.title, 'Turn off the rule "unknown-data-type" in all-datasets/dataset-studio.json');
      assert.equal(others.length, 0);
      await take(first);
      await expectProblems(uri);
      assert.equal(await textOf('base.json'), '{\n  "dataTypes": ["Weight", "Volume"] // kg\n}\n');
    });

    it('lets them allow a property and turn a rule off', async () => {
      await write('dataset-studio.json', camelCase);
      await write('a.dataset.json', valid.replace('"C"', '"c", "format": "0"'));
      const { uri } = await show('a.dataset.json');
      await take((await declarations(uri, 'unknown-property'))[0]);
      await expectProblems(uri);
      assert.deepEqual(JSON.parse(await textOf('dataset-studio.json')), {
        ...camelCase,
        properties: { column: ['format'] },
      });
      const { uri: other } = await show('old/b.dataset.json');
      await take((await declarations(other, 'name-style'))[0]);
      await expectProblems(other);
      assert.match(await textOf('dataset-studio.json'), /"name-style": "off"/);
    });

    describe('in an editor', () => {
      const project = '{\n  "dataTypes": [] // ours\n}\n';
      let answers: Answers;

      beforeEach(() => {
        answers = new Answers().pressing();
      });

      afterEach(() => answers.restore());

      /** Takes the fix while the project file has this text, and returns its document. */
      const declareIn = async (text: string) => {
        await write('dataset-studio.json', project);
        await write('a.dataset.json', valid.replace('Int64', 'Volume'));
        const { uri } = await show('a.dataset.json');
        const title = 'Add "Volume" to the known data types in all-datasets/dataset-studio.json';
        const fix = await eventually(async () =>
          (await declarations(uri, 'unknown-data-type')).find((each) => each.title === title),
        );
        const document = await show('dataset-studio.json');
        assert.ok(await eventually(() => document.getText() === project || undefined));
        if (text !== project) await replaceText(document, text);
        await take(fix);
        return document;
      };

      it('is edited as it stands, and stays unsaved', async () => {
        const unsaved = project.replace('[]', '["Weight"]');
        const document = await declareIn(unsaved);
        const expected = unsaved.replace(']', ', "Volume"]');
        assert.ok(await eventually(() => document.getText() === expected || undefined), document.getText());
        assert.ok(document.isDirty);
        assert.equal(await readText(document.uri), project);
      });

      it('is named if it has an error, and nothing is written', async () => {
        const broken = project.replace('[]', '5');
        const document = await declareIn(broken);
        const isNamed = () =>
          /^all-datasets\/dataset-studio\.json has an error, so nothing/.test(String(answers.asked)) ||
          undefined;
        assert.ok(await eventually(isNamed), String(answers.asked));
        assert.equal(document.getText(), broken);
      });

      it('is named if it is read-only, and does not change', async () => {
        const files = () => vscode.workspace.getConfiguration('files');
        const readOnly = (value: object | undefined) =>
          files().update('readonlyInclude', value, vscode.ConfigurationTarget.Workspace);
        await readOnly({ '**/dataset-studio.json': true });
        try {
          const document = await declareIn(project);
          const isNamed = () =>
            /^all-datasets\/dataset-studio\.json can't be changed\./.test(String(answers.asked)) || undefined;
          assert.ok(await eventually(isNamed), String(answers.asked));
          assert.equal(document.getText(), project);
        } finally {
          await readOnly(undefined);
        }
      });
    });
  });

  it('takes problems, lens, completion and their number from files that it excludes', async () => {
    const { files } = await validateAll();
    await write('dataset-studio.json', { ...camelCase, exclude: ['old/**'] });
    const isLeftOut = async () => ((await validateAll()).files === files - 1 ? true : undefined);
    assert.ok(await eventually(isLeftOut));
    const { uri, languageId } = await show('old/b.dataset.json');
    await expectProblems(uri);
    assert.equal(languageId, 'dataset-json');
    const excluded = 'Excluded by all-datasets/dataset-studio.json';
    assert.ok(await eventually(async () => ((await lensesOf(uri)).join() === excluded ? true : undefined)));
    const at = new vscode.Position(0, valid.indexOf('Int64'));
    const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      at,
    );
    assert.ok(!offered.items.some(({ label }) => label === 'DateTime'));
  });

  it('has its own problems, and with errors judges nothing, which nobody can take for no problems', async () => {
    await write('dataset-studio.json', camelCase);
    await show('a.dataset.json');
    await expectProblems(uriOf('a.dataset.json'), 'name-style');
    assert.equal((await validateAll()).isProjectBroken, false);
    await write('dataset-studio.json', '{\n  "extends": "./missing.json"\n}');
    await expectProblems(uriOf('dataset-studio.json'), 'project-file');
    await expectProblems(uriOf('a.dataset.json'));
    assert.equal((await validateAll()).isProjectBroken, true);
    assert.equal(
      (await lensesOf(uriOf('a.dataset.json'))).at(-1),
      'Not checked: all-datasets/dataset-studio.json has an error',
    );
    // VS Code may report the file while it is being written.
    const problem = await eventually(() =>
      vscode.languages
        .getDiagnostics(uriOf('dataset-studio.json'))
        .find(({ message }) => /^There is no file all-datasets\/missing\.json\./.test(message)),
    );
    assert.equal(problem?.range.start.line, 1);
  });

  it('leads from Validate All Datasets to its error, and says nothing of files that were not checked', async () => {
    await write('dataset-studio.json', '{\n  "excludes": [] }');
    await show('a.dataset.json');
    await expectProblems(uriOf('dataset-studio.json'), 'project-file');
    const answers = new Answers().pressing('Show Problem');
    try {
      await validateAll();
      assert.ok(await eventually(() => (answers.asked.length > 0 ? true : undefined)));
    } finally {
      answers.restore();
    }
    assert.match(
      answers.asked[0] ?? '',
      /^(Checked dataset files: \d+\..* )?Not checked, because a project file has errors: /,
    );
    const opened = await eventually(() => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.path.endsWith('/dataset-studio.json') ? editor : undefined;
    });
    assert.equal(opened?.selection.start.line, 1);
  });
});
