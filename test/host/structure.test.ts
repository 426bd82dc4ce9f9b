import assert from 'node:assert/strict';
import * as vscode from 'vscode';
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

  it('names tables and columns, in JSON and YAML', async () => {
    for (const [suffix, text] of [
      ['.dataset.json', json],
      ['.dataset.yaml', yaml],
    ] as const) {
      const document = await openDocument(suffix, text);
      assert.deepEqual(await symbolsOf(document), ['Product(ProductID: Int64, Name: string)']);
    }
  });

  it('shows a column of any data type as a field, whatever every object inherits', async () => {
    const document = await openDocument('.dataset.json', json.replace('Int64', 'constructor'));
    const [table] = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.deepEqual(
      table?.children.map(({ kind }) => kind),
      [vscode.SymbolKind.Field, vscode.SymbolKind.String],
    );
  });

  it('goes on naming them while something is written', async () => {
    const document = await openDocument('.dataset.json', json);
    await replaceText(document, json.replace('"dataType": "Int64" },', '"dataType": },'));
    assert.deepEqual(await symbolsOf(document), ['Product(ProductID, Name: string)']);
  });
});

describe('Folding and expanding the selection', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  it('follow the structure of JSON', async () => {
    const document = await openDocument('.dataset.json', json);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]).sort(([a = 0], [b = 0]) => a - b),
      [
        [0, 10],
        [2, 9],
        [3, 8],
        [5, 7],
      ],
    );
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

  it('fold YAML by its indentation', async () => {
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

describe('The lenses of the first line', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  async function lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      10,
    );
    return lenses;
  }

  async function titles(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
    let last: string[] = [];
    const found = await eventually(async () => {
      last = (await lensesOf(document)).map(({ command }) => command?.title ?? '');
      return JSON.stringify(last) === JSON.stringify(expected) || undefined;
    });
    assert.ok(found, `${JSON.stringify(last)} instead of ${JSON.stringify(expected)}`);
  }

  async function setting(name: string, value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration('dataset').update(name, value, vscode.ConfigurationTarget.Global);
  }

  const environment = (name: string) => ({
    name,
    baseUrl: `https://${name}.example`,
    auth: { grantType: 'token' },
  });

  it('lead to the commands, with the document', async () => {
    const document = await openDocument('.dataset.json', json);
    await titles(document, ['Create Dataset…', 'Preview', 'No problems']);
    const lenses = await lensesOf(document);
    assert.deepEqual(
      lenses.map(({ command }) => command?.command),
      ['dataset.create', 'dataset.previewRequest', 'workbench.actions.view.problems'],
    );
    for (const { range, command } of lenses.slice(0, 2)) {
      assert.equal(range.start.line, 0);
      assert.equal(String(command?.arguments?.[0]), document.uri.toString());
    }
  });

  it('name the environment, and follow the settings', async () => {
    const document = await openDocument('.dataset.yaml', yaml);
    try {
      await setting('environments', [environment('staging'), environment('production')]);
      await titles(document, ['Create Dataset…', 'Preview', 'No problems']);
      await setting('environment', 'staging');
      await titles(document, ['Create Dataset → staging', 'Preview', 'No problems']);
      await setting('environment', 'production');
      await titles(document, ['Create Dataset → production', 'Preview', 'No problems']);
      await setting('validate', false);
      await titles(document, ['Create Dataset → production', 'Preview']);
    } finally {
      for (const name of ['environments', 'environment', 'validate']) await setting(name, undefined);
    }
  });

  it('count the problems after each edit, and stay on the first line', async () => {
    const document = await openDocument('.dataset.json', json);
    await replaceText(document, json.replace('Int64', 'int64'));
    await titles(document, ['Create Dataset…', 'Preview', '1 problem']);
    await replaceText(document, `\n\n${json.replace('Int64', 'int64').replace('"Name"', '" Name"')}`);
    await titles(document, ['Create Dataset…', 'Preview', '2 problems']);
    for (const { range } of await lensesOf(document)) assert.equal(range.start.line, 0);
    await replaceText(document, json);
    await titles(document, ['Create Dataset…', 'Preview', 'No problems']);
  });
});

describe('New Dataset File', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  for (const format of ['json', 'yaml'] as const)
    for (const template of ['table', 'sample', 'empty'] as const)
      it(`begins a document without errors: ${template} in ${format}`, async () => {
        await vscode.commands.executeCommand('dataset.new', { template, format });
        const document = vscode.window.activeTextEditor?.document;
        assert.ok(document?.isUntitled);
        assert.equal(document.languageId, `dataset-${format}`);
        assert.match(document.getText(), /Sales/);
        const errors = await eventually(() => {
          const problems = vscode.languages.getDiagnostics(document.uri);
          return problems.length === (template === 'empty' ? 1 : 0) ? problems : undefined;
        });
        assert.ok(errors, JSON.stringify(vscode.languages.getDiagnostics(document.uri)));
      });
});
