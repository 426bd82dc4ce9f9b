import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Answers } from '../answers.ts';
import { closeEditors, eventually, openDocument, replaceText } from './documents.ts';

const json = `{
  "name": "Sales",
  "tables": [
    {
      "name": "Product",
      "columns": [
        { "name": "ProductID", "dataType": "Int64" },
        { "name": "Name", "dataType": "string" }
      ]
    }
  ]
}
`;
const yaml =
  'name: Sales\ntables:\n  - name: Product\n    columns:\n      - {name: ProductID, dataType: Int64}\n      - name: Name\n        dataType: string\n';

async function symbolsOf(document: vscode.TextDocument): Promise<string[]> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  return (symbols ?? []).map(
    ({ name, children }) => `${name}(${children.map((child) => child.name).join(', ')})`,
  );
}

describe('The outline', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  it('shows tables and columns, in JSON and YAML', async () => {
    for (const [suffix, text] of [
      ['.dataset.json', json],
      ['.dataset.yaml', yaml],
    ] as const) {
      const document = await openDocument(suffix, text);
      assert.deepEqual(await symbolsOf(document), ['Product(ProductID: Int64, Name: string)']);
    }
  });

  it('shows a column by its data type, and as a field if that is not known', async () => {
    for (const [dataType, kind] of [
      ['Int64', vscode.SymbolKind.Number],
      ['decimal', vscode.SymbolKind.Number],
      ['DateTime', vscode.SymbolKind.Event],
      ['Guid', vscode.SymbolKind.Field],
      ['constructor', vscode.SymbolKind.Field],
    ] as const) {
      const document = await openDocument('.dataset.json', json.replace('Int64', dataType));
      const [table] = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
        'vscode.executeDocumentSymbolProvider',
        document.uri,
      );
      assert.deepEqual(
        table?.children.map((column) => column.kind),
        [kind, vscode.SymbolKind.String],
      );
    }
  });

  it('shows tables and columns while the text is incomplete', async () => {
    const document = await openDocument('.dataset.json', json);
    await replaceText(document, json.replace('"dataType": "Int64" },', '"dataType": },'));
    assert.deepEqual(await symbolsOf(document), ['Product(ProductID, Name: string)']);
  });
});

describe('Folding and expanding the selection', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  it('expand by the structure of JSON', async () => {
    const document = await openDocument('.dataset.json', json);
    const [range] = await vscode.commands.executeCommand<vscode.SelectionRange[]>(
      'vscode.executeSelectionRangeProvider',
      document.uri,
      [new vscode.Position(6, 20)],
    );
    const texts: string[] = [];
    for (let at = range; at; at = at.parent as vscode.SelectionRange) texts.push(document.getText(at.range));
    assert.ok(texts.includes('"name": "ProductID"'), texts.join('\n'));
    assert.ok(texts.includes('{ "name": "ProductID", "dataType": "Int64" }'), texts.join('\n'));
  });

  it('fold YAML by indentation', async () => {
    await openDocument('.dataset.yaml', yaml);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    await vscode.commands.executeCommand('editor.foldAll');
    const folded = await eventually(() =>
      editor.visibleRanges.length > 1 || (editor.visibleRanges[0]?.end.line ?? 9) < 6 ? true : undefined,
    );
    assert.ok(folded, JSON.stringify(editor.visibleRanges));
  });
});

/** Runs **New Dataset File**, and selects a template. */
async function newDatasetFile(id: string, format: string, answers = new Answers()): Promise<void> {
  answers.choosing({
    'New Dataset File': (items) =>
      items.find(
        (item) =>
          (item as { readonly template?: { readonly id: string } }).template?.id === id &&
          (item as { readonly format?: string }).format === format,
      ),
  });
  try {
    await vscode.commands.executeCommand('dataset.new');
  } finally {
    answers.restore();
  }
}

describe('New Dataset File', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  for (const format of ['json', 'yaml'] as const)
    for (const template of ['table', 'sample', 'empty'] as const)
      it(`opens the ${template} template without errors in ${format}`, async () => {
        const window = vscode.window as unknown as Record<string, unknown>;
        const { showTextDocument } = vscode.window;
        const texts: string[] = [];
        window.showTextDocument = (shown: vscode.TextDocument, options: vscode.TextDocumentShowOptions) => {
          texts.push(shown.getText());
          return showTextDocument(shown, options);
        };
        try {
          await newDatasetFile(template, format);
        } finally {
          window.showTextDocument = showTextDocument;
        }
        // An empty document would be red until the template is inserted.
        assert.match(texts.join(), /Sales/);
        const document = vscode.window.activeTextEditor?.document;
        assert.ok(document?.isUntitled);
        assert.equal(document.languageId, `dataset-${format}`);
        assert.match(document.getText(), /Sales/);
        const expectedProblems = await eventually(() => {
          const problems = vscode.languages.getDiagnostics(document.uri);
          return problems.length === (template === 'empty' ? 1 : 0) ? problems : undefined;
        });
        assert.ok(expectedProblems, JSON.stringify(vscode.languages.getDiagnostics(document.uri)));
      });

  it('is saved as a dataset file in the workspace folder, indented by two spaces', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    await newDatasetFile('sample', 'json');
    await vscode.window.activeTextEditor?.document.save();
    const uri = vscode.Uri.joinPath(folder, 'dataset.dataset.json');
    try {
      const saved = await vscode.workspace.openTextDocument(uri);
      assert.equal(saved.languageId, 'dataset-json');
      assert.match(saved.getText(), /^{\n {2}"name": "Sales/);
    } finally {
      await vscode.workspace.fs.delete(uri);
    }
  });

  for (const [typed, offered] of [
    ['renamed.json', 'renamed.dataset.json'],
    ['renamed.2024', 'renamed.2024.dataset.json'],
  ] as const)
    it(`offers the name ${offered} if it is saved as ${typed}`, async () => {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      assert.ok(folder);
      const answers = new Answers().pressing(`Rename to ${offered}`);
      try {
        // As VS Code's Save As: the file is saved while the untitled document is still open.
        const content = '{\n  "name": "Sales",\n  "tables": []\n}\n';
        await vscode.workspace.openTextDocument({ language: 'dataset-json', content });
        const file = vscode.Uri.joinPath(folder, typed);
        await vscode.workspace.fs.writeFile(file, new Uint8Array());
        const document = await vscode.workspace.openTextDocument(file);
        await replaceText(document, content);
        await document.save();
        const uri = vscode.Uri.joinPath(folder, offered);
        const renamed = await eventually(() =>
          vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()),
        );
        assert.equal(renamed?.languageId, 'dataset-json');
        assert.match(answers.asked.join(), new RegExp(`${typed} is not recognized as a dataset file`));
        await vscode.workspace.fs.delete(uri);
      } finally {
        answers.restore();
      }
    });

  it('stays a dataset under another name until it is closed', async () => {
    const answers = new Answers().pressing();
    try {
      await vscode.workspace.openTextDocument({ language: 'dataset-json', content: json });
      const document = await openDocument('.json', '{}');
      await replaceText(document, json);
      await document.save();
      const language = () => vscode.window.activeTextEditor?.document.languageId;
      assert.ok(await eventually(() => language() === 'dataset-json' || undefined), language());
    } finally {
      answers.restore();
    }
  });

  it("reports that VS Code doesn't insert the template", async () => {
    const window = vscode.window as unknown as Record<string, unknown>;
    const { showTextDocument } = vscode.window;
    const answers = new Answers().pressing();
    // Such as a document that changes at the same time.
    window.showTextDocument = async () => ({ insertSnippet: async () => false });
    try {
      await newDatasetFile('table', 'json', answers);
      assert.match(answers.asked.at(-1) ?? '', /has changed in the meantime/);
    } finally {
      window.showTextDocument = showTextDocument;
      answers.restore();
    }
  });
});
