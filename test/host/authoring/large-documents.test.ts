import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, eventually, openDocument } from './documents.ts';

/** Enough for JSON to be checked in the worker. */
const columns = Array.from({ length: 8_000 }, (_, index) => ({ name: `c${index}`, dataType: 'Int64' }));
/** Enough for YAML. */
const fewerColumns = columns.slice(0, 1_000);
const codesOf = ({ uri }: vscode.TextDocument) =>
  vscode.languages
    .getDiagnostics(uri)
    .map(({ code }) => (typeof code === 'object' ? code.value : code))
    .sort();

describe('A large dataset file', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  for (const [format, text] of [
    ['json', JSON.stringify({ name: 7, tables: [{ name: 'T', columns }] }, null, 2)],
    [
      'yaml',
      `name: 7\ntables:\n- name: T\n  columns:\n${fewerColumns.map(({ name }) => `  - {name: ${name}, dataType: Int64}\n`).join('')}`,
    ],
  ] as const)
    it(`is checked in a worker, with the same messages as a small one, in ${format}`, async () => {
      const document = await openDocument(`.dataset.${format}`, text);
      assert.ok(await eventually(() => (codesOf(document).length > 0 ? true : undefined)));
      const [problem, ...others] = vscode.languages.getDiagnostics(document.uri);
      assert.deepEqual(others, []);
      assert.equal(problem?.message, '"name" must be a string, but its type is number.');

      const symbols = await vscode.commands.executeCommand<unknown[] | undefined>(
        'vscode.executeDocumentSymbolProvider',
        document.uri,
      );
      assert.deepEqual(symbols ?? [], [], 'VS Code would request the outline after each keystroke');

      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, problem.range, '"d"');
      await vscode.workspace.applyEdit(edit);
      assert.ok(await eventually(() => (codesOf(document).length === 0 ? true : undefined)));
    });

  it('has no problems if its language changes while it is checked', async () => {
    const text = (name: string) => JSON.stringify({ name: 7, tables: [{ name, columns }] });
    // Of a name that says nothing, so that its language decides.
    const named = await openDocument('.json', text('T'));
    const document = await vscode.languages.setTextDocumentLanguage(named, 'dataset-json');
    await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    // Checked after the first one.
    const other = await openDocument('.dataset.json', text('U'));
    assert.ok(await eventually(() => (codesOf(other).length > 0 ? true : undefined)));
    assert.deepEqual(codesOf(document), []);
  });

  it('has quick fixes from the worker, in YAML', async () => {
    const lines = fewerColumns.map(({ name }) => `  - {name: ${name}, dataType: Int64}\n`);
    const text = `name: 7\ntables:\n- name: T\n  columns:\n${lines.join('')}`;
    const document = await openDocument('.dataset.yaml', text);
    assert.ok(await eventually(() => (codesOf(document).length > 0 ? true : undefined), 30_000));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 6, 0, 7),
    );
    const fix = actions.find(({ title }) => title === 'Enclose in double quotes');
    assert.ok(fix?.edit, actions.map(({ title }) => title).join());
    await vscode.workspace.applyEdit(fix.edit);
    assert.ok(await eventually(() => (codesOf(document).length === 0 ? true : undefined), 30_000));
    assert.ok(document.getText().startsWith('name: "7"\n'));
  });

  it('has completion, hover, selections and formatting from the worker', async () => {
    const document = await openDocument(
      '.dataset.json',
      JSON.stringify({ name: 'd', tables: [{ columns }] }),
    );
    const { uri } = document;
    const position = document.positionAt(document.getText().lastIndexOf('dataType') + 2);
    const run = <Result>(provider: string, ...args: unknown[]) =>
      vscode.commands.executeCommand<Result>(`vscode.execute${provider}Provider`, uri, ...args);

    const { items } = await run<vscode.CompletionList>('CompletionItem', position);
    assert.ok(
      items.some(({ label }) => label === 'dataType'),
      items.map(({ label }) => label).join(),
    );
    const [hover] = await run<vscode.Hover[]>('Hover', position);
    assert.equal(hover && document.getText(hover.range), '"dataType"');
    const [selection] = await run<vscode.SelectionRange[]>('SelectionRange', [position]);
    const selected: string[] = [];
    for (let at = selection; at !== undefined; at = at.parent) selected.push(document.getText(at.range));
    // VS Code adds parts of words.
    assert.ok(selected.includes('"dataType":"Int64"'), selected.slice(0, 4).join());
    const edits = await run<vscode.TextEdit[]>('FormatDocument', { tabSize: 2, insertSpaces: true });
    assert.equal(edits.length, 1, 'VS Code would take long to apply many edits');
    const edit = new vscode.WorkspaceEdit();
    edit.set(uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), JSON.stringify(JSON.parse(document.getText()), null, 2));
  });

  it('reports YAML aliases that expand to too many values', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, level) =>
        `x${level + 1}: &x${level + 1} [${Array.from({ length: 9 }, () => `*x${level}`).join(', ')}]\n`,
    );
    const document = await openDocument(
      '.dataset.yaml',
      `name: d\ntables: []\nx0: &x0 [lol]\n${levels.join('')}`,
    );
    assert.ok(
      await eventually(() =>
        vscode.languages.getDiagnostics(document.uri).find(({ message }) => /too many values/.test(message)),
      ),
    );
  });
});
