import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Answers } from '../host/answers.ts';
import { closeEditors, openDocument, removeIfPresent } from '../host/authoring/documents.ts';
import { lensesOf } from '../host/authoring/lenses.ts';

const valid =
  '{ "name": "Sales", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }';

describe('In a browser', () => {
  const answers = new Answers();
  afterEach(async () => {
    answers.restore();
    await closeEditors();
  });

  it('every command that needs no Node.js is registered, and no other', async () => {
    const extension = vscode.extensions.getExtension('dataset-studio.dataset-studio');
    await extension?.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const contributed: readonly { command: string; enablement?: string }[] =
      extension?.packageJSON.contributes.commands ?? [];
    assert.ok(contributed.length > 0);
    for (const { command, enablement = '' } of contributed)
      assert.equal(registered.has(command), !enablement.includes('!isWeb || remoteName'), command);
  });

  it('no code lens creates a dataset', async () => {
    const document = await openDocument('.dataset.json', valid);
    assert.deepEqual(await lensesOf(document), []);
  });

  it('a file larger than 64 MB is not read and has a problem', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'huge.dataset.json');
    await vscode.workspace.fs.writeFile(file, new Uint8Array(64 * 2 ** 20 + 1));
    try {
      answers.pressing();
      await vscode.commands.executeCommand('dataset.validateWorkspace');
      const [problem] = vscode.languages.getDiagnostics(file);
      assert.match(problem?.message ?? '', /can't be read. It is larger than 64 MB/);
    } finally {
      await removeIfPresent(file);
    }
  });
});
