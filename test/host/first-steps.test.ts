import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Answers } from './answers.ts';
import {
  closeEditors,
  eventually,
  openDocument,
  openedFolder,
  removeIfPresent,
  replaceText,
} from './authoring/documents.ts';

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

describe('Show Quick Fixes', () => {
  const registrations: vscode.Disposable[] = [];

  afterEach(async () => {
    vscode.Disposable.from(...registrations.splice(0)).dispose();
    await closeEditors();
  });

  after(removeOpenedFiles);

  /** Counts the requests for the quick fix menu. */
  function countMenus(): { readonly requests: number } {
    const state = { requests: 0 };
    registrations.push(
      vscode.languages.registerCodeActionsProvider('dataset-json', {
        provideCodeActions: (_document, _range, { triggerKind }) => {
          if (triggerKind === vscode.CodeActionTriggerKind.Invoke) state.requests += 1;
          return [];
        },
      }),
    );
    return state;
  }

  async function openMisspelled(): Promise<vscode.TextDocument> {
    return openDocument('.dataset.json', datasetWithColumn('datetime'));
  }

  function showQuickFixes(document: vscode.TextDocument): Thenable<boolean> {
    return vscode.commands.executeCommand('_dataset.showQuickFixes', document.uri);
  }

  it('opens the menu once, with the cursor at the problem', async () => {
    const menu = countMenus();
    const document = await openMisspelled();
    assert.equal(await showQuickFixes(document), true);
    assert.equal(menu.requests, 1);
    const cursor = vscode.window.activeTextEditor?.selection.active;
    assert.ok(cursor);
    assert.equal(document.offsetAt(cursor), document.getText().indexOf('"datetime"'));
  });

  it('waits until a change is checked, and says if there is no problem', async () => {
    const menu = countMenus();
    const document = await openDocument('.dataset.json', datasetWithColumn('DateTime'));
    assert.equal(await showQuickFixes(document), false);
    await replaceText(document, datasetWithColumn('datetime'));
    assert.equal(await showQuickFixes(document), true);
    assert.ok(menu.requests > 0);
  });
});

function datasetWithColumn(dataType: string): string {
  return JSON.stringify({
    name: 'Sales',
    tables: [{ name: 'Order', columns: [{ name: 'OrderedAt', dataType }] }],
  });
}

async function removeOpenedFiles(): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder) await removeIfPresent(vscode.Uri.joinPath(folder.uri, openedFolder));
}
