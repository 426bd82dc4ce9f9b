import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Answers } from './answers.ts';
import { eventually } from './authoring/documents.ts';

describe('Open Sample', () => {
  let answers: Answers;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  const names = ['sample.dataset.json', 'sample-2.dataset.json'];
  const inFolder = (name: string) => vscode.Uri.joinPath(folder.uri, name);

  beforeEach(() => {
    answers = new Answers();
  });

  afterEach(() => answers.restore());

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of names) await vscode.workspace.fs.delete(inFolder(name));
  });

  async function close(document: vscode.TextDocument): Promise<void> {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(() => document.isClosed || undefined);
  }

  it('does nothing if the user cancels', async () => {
    answers.picking('nothing');
    const before = vscode.window.activeTextEditor?.document;
    await vscode.commands.executeCommand('dataset.openSample');
    assert.equal(vscode.window.activeTextEditor?.document, before);
  });

  it('opens an untitled file if the user does not want to save it', async () => {
    answers.picking("Don't Save");
    await vscode.commands.executeCommand('dataset.openSample');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(document.isUntitled, true);
    assert.equal(document.languageId, 'dataset-json');
    const problems = await eventually(() => {
      const found = vscode.languages.getDiagnostics(document.uri);
      return found.length > 0 ? found : undefined;
    });
    assert.equal(problems?.length, 1);
    await close(document);
  });

  it('saves the sample in the folder under a name that is not used', async () => {
    await vscode.workspace.fs.writeFile(inFolder('sample.dataset.json'), new TextEncoder().encode('{}'));
    answers.picking(`Save in ${folder.name}`);
    await vscode.commands.executeCommand('dataset.openSample');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.toString(), inFolder('sample-2.dataset.json').toString());
    assert.equal(document.isDirty, false);
  });
});
