import assert from 'node:assert/strict';
import { parquetWriteBuffer } from 'hyparquet-writer';
import * as vscode from 'vscode';
import type { DataPageContent, FromDataPage } from '../../src/data-view/data-messages.ts';
import { Answers } from '../host/answers.ts';
import { closeEditors, openDocument, removeIfPresent } from '../host/authoring/documents.ts';

/** Presses the button of the page. */
const accept = ({ decimalTypes: [decimalType = ''] }: DataPageContent): FromDataPage => ({
  kind: 'accept',
  answer: { format: 'json', decimalType, without: [] },
});

/** The data types of the columns of a document's first table, by name. */
function columnsIn(document: vscode.TextDocument | undefined): Record<string, string> {
  const [table] = JSON.parse(document?.getText() ?? '{"tables":[]}').tables;
  const columns: readonly { name: string; dataType: string }[] = table?.columns ?? [];
  return Object.fromEntries(columns.map(({ name, dataType }) => [name, dataType]));
}

describe('From data in a browser', () => {
  const answers = new Answers();
  const files: vscode.Uri[] = [];

  afterEach(async () => {
    answers.restore();
    for (const { uri } of vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled)) {
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await closeEditors();
    for (const file of files.splice(0)) await removeIfPresent(file);
  });

  /** Writes a file to the virtual workspace. */
  async function write(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    assert.ok(folder.uri.scheme !== 'file');
    const file = vscode.Uri.joinPath(folder.uri, name);
    await vscode.workspace.fs.writeFile(
      file,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    );
    files.push(file);
    return file;
  }

  /** The columns of the new dataset for a file. */
  async function infer(file: vscode.Uri): Promise<Record<string, string>> {
    answers.pressing().onDataPage(accept);
    await vscode.commands.executeCommand('dataset.newFromData', file);
    return columnsIn(vscode.workspace.textDocuments.findLast(({ isUntitled }) => isUntitled));
  }

  it('a CSV file of a virtual workspace becomes a dataset', async () => {
    const file = await write('orders.csv', 'id,day,paid\n1,2024-01-31,true\n2,,false\n');
    assert.deepEqual(await infer(file), { id: 'Int64', day: 'DateTime', paid: 'bool' });
  });

  it('a new dataset is saved under its name in the workspace folder, without a dialog', async () => {
    await infer(await write('parcels.csv', 'id\n1\n'));
    const document = vscode.workspace.textDocuments.findLast(({ isUntitled }) => isUntitled);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(document && folder);
    const saved = vscode.Uri.joinPath(folder.uri, 'parcels.dataset.json');
    files.push(saved);
    assert.equal(document.languageId, 'dataset-json');
    const text = document.getText();
    assert.ok(await document.save());
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(saved)), text);
  });

  it('so does a Parquet file', async () => {
    const content = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: [1n, 2n], type: 'INT64' },
        { name: 'name', data: ['a', 'b'], type: 'STRING' },
        { name: 'paid', data: [true, false], type: 'BOOLEAN' },
      ],
    });
    const file = await write('orders.parquet', new Uint8Array(content));
    assert.deepEqual(await infer(file), { id: 'Int64', name: 'string', paid: 'bool' });
  });

  it('so does a compressed file', async () => {
    const gzip = new Response('id,name\n1,a\n').body?.pipeThrough(new CompressionStream('gzip'));
    const content = new Uint8Array(await new Response(gzip).arrayBuffer());
    assert.deepEqual(await infer(await write('orders.csv.gz', content)), { id: 'Int64', name: 'string' });
  });

  it("a database, and a file larger than 64 MB, can't be read, with the reason", async () => {
    answers.pressing();
    const header = new Uint8Array(4096);
    header.set(new TextEncoder().encode('SQLite format 3\0'));
    await vscode.commands.executeCommand('dataset.newFromData', await write('orders.sqlite', header));
    assert.match(answers.asked.at(-1) ?? '', /orders\.sqlite: .*SQLite/);
    const huge = await write('huge.csv', new Uint8Array(64 * 2 ** 20 + 1));
    await vscode.commands.executeCommand('dataset.newFromData', huge);
    assert.match(answers.asked.at(-1) ?? '', /huge\.csv: .*64 MB/);
  });

  it('a table is compared with a file', async () => {
    answers.pressing();
    const file = await write('orders.csv', 'id\n1\n');
    const { uri } = await openDocument(
      '.dataset.json',
      '{ "name": "Sales", "tables": [{ "name": "orders", "columns": [{ "name": "id", "dataType": "Int64" }] }] }',
    );
    await vscode.commands.executeCommand('dataset.updateFromData', uri, { file });
    assert.match(answers.asked.at(-1) ?? '', /Table orders fits orders\.csv/);
  });
});
