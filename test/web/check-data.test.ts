import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Answers } from '../host/answers.ts';
import { closeEditors, openDocument, removeIfPresent } from '../host/authoring/documents.ts';

const dataset = JSON.stringify({
  name: 'Sales',
  tables: [
    {
      name: 'orders',
      columns: [
        { name: 'id', dataType: 'Int64' },
        { name: 'price', dataType: 'Double' },
      ],
    },
  ],
});

describe('Check Data File… in a browser', () => {
  const answers = new Answers();
  let file: vscode.Uri;

  before(async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    assert.ok(folder.uri.scheme !== 'file');
    file = vscode.Uri.joinPath(folder.uri, 'orders.csv');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('id,price\n1,2.5\nx,-\n'));
  });

  after(async () => {
    answers.restore();
    await vscode.commands.executeCommand('dataset.clearDataProblems');
    await closeEditors();
    await removeIfPresent(file);
  });

  const problems = () =>
    vscode.languages
      .getDiagnostics(file)
      .filter(({ source }) => source === 'dataset')
      .map(({ code, range: { start, end } }) => [
        typeof code === 'object' ? code.value : code,
        start.line,
        start.character,
        end.character,
      ]);

  it('shows what does not fit at the cells of a file of a virtual workspace', async () => {
    const { uri } = await openDocument('.dataset.json', dataset);
    answers.pressing().opening(file);
    await vscode.commands.executeCommand('dataset.checkData', uri);
    assert.deepEqual(problems(), [
      ['unfit-value', 2, 0, 1],
      ['unfit-value', 2, 2, 3],
    ]);
    assert.match(answers.asked.at(-1) ?? '', /doesn't fit .*: 2 problems/);
  });
});
