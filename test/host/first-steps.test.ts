import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './authoring/documents.ts';

describe('The sample of the walkthrough', () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  const used = vscode.Uri.joinPath(folder.uri, 'sample.dataset.json');

  before(async () => vscode.workspace.fs.writeFile(used, new TextEncoder().encode('{}')));

  after(async () => {
    for (const { document } of vscode.window.visibleTextEditors) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.workspace.fs.delete(used);
  });

  it('is a new document in the folder, under a name that is not used, and is opened once', async () => {
    // As with a double click.
    const opened = [1, 2].map(() => vscode.commands.executeCommand('dataset.openSample'));
    await Promise.all(opened);
    const samples = vscode.workspace.textDocuments.filter(({ uri }) => /\/sample-\d/.test(uri.path));
    assert.equal(samples.length, 1);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.isUntitled, true);
    assert.equal(document.languageId, 'dataset-json');
    assert.match(document.uri.path, /\/sample-2\.dataset\.json$/);
    await vscode.commands.executeCommand('dataset.openSample');
    assert.equal(vscode.window.activeTextEditor?.document, document);
  });

  it('has a problem, whose quick fixes the walkthrough shows', async () => {
    let requests = 0;
    const provider = vscode.languages.registerCodeActionsProvider('dataset-json', {
      provideCodeActions: (_document, _range, { triggerKind }) => {
        if (triggerKind === vscode.CodeActionTriggerKind.Invoke) requests += 1;
        return [];
      },
    });
    await vscode.commands.executeCommand('_dataset.showSampleProblem');
    await eventually(() => requests > 0 || undefined);
    provider.dispose();
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor && requests > 0);
    const { document, selection } = editor;
    assert.equal(document.offsetAt(selection.active), document.getText().indexOf('"datetime"'));
  });
});
