import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, openDocument } from './documents.ts';

/** Opens `text` without its `|`, and returns the position of the `|`. */
async function openWithCursor(suffix: string, text: string) {
  const offset = text.indexOf('|');
  const document = await openDocument(suffix, text.replace('|', ''));
  return { document, position: document.positionAt(offset) };
}

async function completionsAt(suffix: string, text: string): Promise<string[]> {
  const { document, position } = await openWithCursor(suffix, text);
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

describe('Completion', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  it('offers the data types', async () => {
    const labels = await completionsAt(
      '.dataset.json',
      '{ "name": "S", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "|" }] }] }',
    );
    for (const dataType of ['Int64', 'string', 'bool', 'DateTime'])
      assert.ok(labels.includes(dataType), `${labels}`);
  });

  it('offers the properties that are still missing', async () => {
    const labels = await completionsAt('.dataset.json', '{ "name": "S", | }');
    assert.ok(labels.includes('tables'), `${labels}`);
    assert.ok(!labels.includes('name'), `${labels}`);
  });

  it('offers the data types in YAML', async () => {
    const labels = await completionsAt(
      '.dataset.yaml',
      'name: S\ntables:\n  - name: T\n    columns:\n      - name: C\n        dataType: |\n',
    );
    assert.ok(labels.includes('Int64'), `${labels}`);
  });
});

describe('Hover', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  it('shows documentation for a property', async () => {
    const { document, position } = await openWithCursor('.dataset.json', '{ "name": "S", "tab|les": [] }');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    assert.ok(hovers.length > 0);
  });
});

describe('Format Document', function () {
  this.timeout(120_000);
  afterEach(closeEditors);

  it('formats JSON', async () => {
    const document = await openDocument('.dataset.json', '{"name":"S","tables":[]}');
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
      'vscode.executeFormatDocumentProvider',
      document.uri,
      { tabSize: 2, insertSpaces: true },
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), '{\n  "name": "S",\n  "tables": []\n}');
  });
});
