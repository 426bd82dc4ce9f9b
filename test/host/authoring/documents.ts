import * as vscode from 'vscode';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';

/** The folder in the workspace where `openDocument` creates files. */
export const openedFolder = 'opened';

/** Creates a new file in the workspace and opens it. */
export async function openDocument(
  suffix: string,
  content: string | Uint8Array,
): Promise<vscode.TextDocument> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('The tests need a workspace folder.');
  const uri = vscode.Uri.joinPath(folder.uri, openedFolder, `${crypto.randomUUID()}${suffix}`);
  await vscode.workspace.fs.writeFile(
    uri,
    typeof content === 'string' ? new TextEncoder().encode(content) : content,
  );
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  return document;
}

/** Replaces the whole text without saving. */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  await vscode.workspace.applyEdit(edit);
}

/** The project file of the workspace folder. */
export const projectFile = vscode.Uri.joinPath(
  vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'),
  'dataset-studio.json',
);

/** Writes it, and waits until VS Code, which may still have the text of an earlier one, has read it. */
export async function writeProjectFile(content: object): Promise<void> {
  const text = JSON.stringify(content);
  await vscode.workspace.fs.writeFile(projectFile, new TextEncoder().encode(text));
  await eventually(
    async () => (await vscode.workspace.openTextDocument(projectFile)).getText() === text || undefined,
  );
}

export async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Calls `find` until it returns a value. Returns undefined after `timeout` milliseconds on a quiet machine. */
export async function eventually<Found>(
  find: () => Found | undefined | Promise<Found | undefined>,
  timeout = 30_000,
): Promise<Found | undefined> {
  for (const end = Date.now() + timeLimit(timeout); Date.now() < end; ) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Deletes a file or a folder, if it exists. */
export async function removeIfPresent(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(uri, { recursive: true });
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) throw error;
  }
}
