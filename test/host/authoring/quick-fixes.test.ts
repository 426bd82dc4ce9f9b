import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  closeEditors,
  eventually,
  openDocument,
  projectFile,
  readText,
  removeIfPresent,
  replaceText,
  writeProjectFile,
} from './documents.ts';

const columns = (text: string) =>
  `{\n  "name": "d",\n  "tables": [\n    { "name": "T", "columns": [${text}] }\n  ]\n}\n`;
const yamlTable = (text: string) => `name: d\ntables:\n  - name: T # all\n    columns:\n${text}`;

function codeOf({ code }: vscode.Diagnostic): unknown {
  return typeof code === 'object' ? code.value : code;
}

async function problem(document: vscode.TextDocument, code: string): Promise<vscode.Diagnostic> {
  const found = await eventually(() =>
    vscode.languages.getDiagnostics(document.uri).find((each) => codeOf(each) === code),
  );
  assert.ok(found, `no ${code}`);
  return found;
}

async function actionsFor(document: vscode.TextDocument, code: string): Promise<vscode.CodeAction[]> {
  const { range } = await problem(document, code);
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    range,
    vscode.CodeActionKind.QuickFix.value,
    20,
  );
}

async function quickFix(
  document: vscode.TextDocument,
  code: string,
  title: string | RegExp,
): Promise<vscode.CodeAction> {
  let titles = 'none';
  // VS Code may still report that the project file of an earlier test is gone.
  const found = await eventually(async () => {
    const actions = await actionsFor(document, code);
    titles = actions.map((each) => each.title).join(', ');
    return actions.find((each) =>
      typeof title === 'string' ? each.title === title : title.test(each.title),
    );
  });
  assert.ok(found, `"${title}" among ${titles}`);
  return found;
}

/** Applies a code action as the light bulb menu does. */
async function applyAction(action: vscode.CodeAction): Promise<void> {
  if (action.edit) assert.ok(await vscode.workspace.applyEdit(action.edit));
  if (action.command)
    await vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
}

/** VS Code doesn't wait for the command of a code action. */
async function expectDataTypes(list: string): Promise<void> {
  const isDeclared = async () => (await readText(projectFile)).includes(`"dataTypes": ${list}`) || undefined;
  assert.ok(await eventually(isDeclared), await readText(projectFile));
}

async function setting(name: string, value: unknown) {
  await vscode.workspace.getConfiguration('dataset').update(name, value, vscode.ConfigurationTarget.Global);
}

describe('Quick fixes', function () {
  this.timeout(120_000);
  afterEach(async () => {
    await closeEditors();
    await removeIfPresent(projectFile);
  });

  // One of each kind: a text, placeholders, and YAML. The unit tests have all of them.
  const examples = [
    {
      code: 'missing-property',
      title: 'Change to "columns"',
      text: columns('').replace('"columns"', '"colums"'),
      expected: columns(''),
    },
    {
      code: 'no-tables',
      title: 'Add a table',
      text: '{\n    "name": "d",\n    "tables": []\n}',
      expected:
        '{\n    "name": "d",\n    "tables": [\n        {\n            "name": "Orders",\n            "columns": [\n                {\n                    "name": "Id",\n                    "dataType": "Int64"\n                }\n            ]\n        }\n    ]\n}',
    },
    {
      code: 'missing-property',
      title: 'Add "dataType"',
      suffix: '.dataset.yaml',
      text: yamlTable('      - name: a # key\n      - {name: b, dataType: bool}\n'),
      expected: yamlTable(
        '      - name: a # key\n        dataType: Int64\n      - {name: b, dataType: bool}\n',
      ),
    },
  ];

  for (const [index, { code, title, suffix = '.dataset.json', text, expected }] of examples.entries())
    it(`fix ${code}: ${title}${suffix.endsWith('yaml') ? ', in YAML' : ''}`, async () => {
      // Every other example uses Windows line endings.
      const lineBreak = index % 2 === 0 ? '\n' : '\r\n';
      const document = await openDocument(suffix, text.replaceAll('\n', lineBreak));
      await applyAction(await quickFix(document, code, title));
      assert.equal(document.getText(), expected.replaceAll('\n', lineBreak));
    });

  it('create a project file for a data type, with those that the user knows, as their titles say', async () => {
    await setting('dataTypes', ['Guid']);
    try {
      const text = columns('{ "name": "a", "dataType": "Money" }, { "name": "b", "dataType": "Guid" }');
      const document = await openDocument('.dataset.json', text);
      const title = 'Add "Money" to the known data types in dataset-studio.json (new file)';
      await applyAction(await quickFix(document, 'unknown-data-type', title));
      await expectDataTypes('["Guid", "Money"]');
      assert.ok(
        await eventually(() => vscode.languages.getDiagnostics(document.uri).length === 0 || undefined),
      );
    } finally {
      await setting('dataTypes', undefined);
    }
  });

  it('replace a data type for fractions, and add the new one to a new project file', async () => {
    const document = await openDocument('.dataset.json', columns('{ "name": "a", "dataType": "float" }'));
    const title = 'Change to "Double", and add it to dataset-studio.json (new file)';
    await applyAction(await quickFix(document, 'unknown-data-type', title));
    assert.match(document.getText(), /"dataType": "Double"/);
    await expectDataTypes('["Double"]');
  });

  it('are not offered for a rule that is turned off', async () => {
    const document = await openDocument('.dataset.json', columns('{ "name": " a", "dataType": "int64" }'));
    const { range } = await problem(document, 'untidy-name');
    await writeProjectFile({ rules: { 'untidy-name': 'off' } });
    const removed = await eventually(async () => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.length === 0 || undefined;
    });
    assert.ok(removed);
    await removeIfPresent(projectFile);
    await problem(document, 'untidy-name');
  });
});

describe('Fix all', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  const before =
    '{\n  "name": 2024,\n  "tabels": [ { "name": " T", "columns": [{ "name": "a", "dataType": "int64" }] }, ]\n}\n';
  const after =
    '{\n  "name": "2024",\n  "tables": [ { "name": "T", "columns": [{ "name": "a", "dataType": "Int64" }] } ]\n}\n';

  async function fixAll(document: vscode.TextDocument): Promise<vscode.CodeAction[]> {
    const everything = new vscode.Range(0, 0, document.lineCount, 0);
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      everything,
      'source.fixAll',
      20,
    );
  }

  it('fixes all auto-fixable problems, and then offers no action', async () => {
    const document = await openDocument('.dataset.json', before);
    const [action] = await fixAll(document);
    assert.equal(action?.kind?.value, 'source.fixAll.dataset');
    await applyAction(action);
    assert.equal(document.getText(), after);
    assert.deepEqual(await fixAll(document), []);
  });

  it('keeps comments and line breaks in YAML', async () => {
    const text = "# sales\r\nname: d # sic\r\ntables:\r\n- name: ' T'\r\n  columns: []\r\n";
    const document = await openDocument('.dataset.yaml', text);
    const [action] = await fixAll(document);
    assert.ok(action);
    await applyAction(action);
    assert.equal(document.getText(), text.replace("' T'", "'T'"));
  });

  it('runs on save if editor.codeActionsOnSave is set', async () => {
    const configuration = () => vscode.workspace.getConfiguration('editor');
    const document = await openDocument('.dataset.json', after);
    try {
      await configuration().update(
        'codeActionsOnSave',
        { 'source.fixAll.dataset': 'explicit' },
        vscode.ConfigurationTarget.Workspace,
      );
      await replaceText(document, before);
      assert.ok(await document.save());
      assert.equal(document.getText(), after);
      const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
      assert.equal(saved, after);
    } finally {
      await configuration().update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
