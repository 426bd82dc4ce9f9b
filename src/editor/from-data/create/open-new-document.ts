import { env, Position, type TextDocument, Uri, WorkspaceEdit, workspace } from 'vscode';
import type { DocumentFormat } from '../../../dataset/document.ts';
import { unusedUri } from '../../unused-uri.ts';

/**
 * Opens an untitled document for a dataset from data files. It is saved as `<name>.dataset.json` (or `.yaml`) in the
 * workspace folder of the first file, in the first one, or beside the file if no folder is open.
 */
export async function openNewDocument(
  name: string,
  content: string,
  { format, file }: { readonly format: DocumentFormat; readonly file: Uri },
): Promise<TextDocument> {
  const [first] = workspace.workspaceFolders ?? [];
  const folder = (workspace.getWorkspaceFolder(file) ?? first)?.uri ?? Uri.joinPath(file, '..');
  if (!isDefaultFileSystem(folder)) return openWithoutPath(content, format);
  try {
    const path = await unusedUri(folder, name || 'dataset', `.dataset.${format}`);
    const document = await workspace.openTextDocument(path.with({ scheme: 'untitled' }));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), content);
    if (await workspace.applyEdit(edit)) return document;
  } catch {
    // Such as a folder that can't be read.
  }
  return openWithoutPath(content, format);
}

/** Whether VS Code saves untitled documents with a path there: where it runs, or in a workspace that is virtual as a whole. */
function isDefaultFileSystem({ scheme }: Uri): boolean {
  const folders = workspace.workspaceFolders ?? [];
  const isVirtual = env.remoteName === undefined && folders.length > 0;
  return scheme === 'file' || (isVirtual && folders.every(({ uri }) => uri.scheme === scheme));
}

/** The user chooses where to save it. */
function openWithoutPath(content: string, format: DocumentFormat): Thenable<TextDocument> {
  return workspace.openTextDocument({ language: `dataset-${format}`, content });
}
