import {
  env,
  Position,
  type TextDocument,
  type TextEditor,
  Uri,
  type ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { DocumentFormat } from '../../dataset/dataset.ts';
import { isFile, unusedUri } from '../studio/uris.ts';

interface NewDocument {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly content: string;
  readonly format: DocumentFormat;
  /** The dataset belongs to its folder. */
  readonly file?: Uri;
  /** Default: the active one. */
  readonly column?: ViewColumn;
}

/**
 * Shows an untitled document for a dataset. It is saved as `<name>.dataset.json` (or `.yaml`) in the workspace folder of
 * `file`, in the first one, or beside the file if no folder is open. Without a folder, the user chooses where to save it.
 */
export async function showNewDocument(options: NewDocument): Promise<TextEditor> {
  const document = await openNewDocument(options);
  return window.showTextDocument(document, { preview: false, viewColumn: options.column });
}

async function openNewDocument({ name, content, format, file }: NewDocument): Promise<TextDocument> {
  const folder = folderOf(file);
  if (folder !== undefined && isDefaultFileSystem(folder))
    try {
      const path = await unusedUri(folder, name || 'dataset', `.dataset.${format}`);
      const document = await workspace.openTextDocument(path.with({ scheme: 'untitled' }));
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, new Position(0, 0), content);
      if (await workspace.applyEdit(edit)) return document;
    } catch {
      // Such as a folder that can't be read.
    }
  return workspace.openTextDocument({ language: `dataset-${format}`, content });
}

/** A file where a new dataset for a file will probably be saved. */
export function newDocumentPlace(file: Uri): Uri {
  return Uri.joinPath(folderOf(file) ?? Uri.joinPath(file, '..'), 'untitled.dataset.json');
}

function folderOf(file: Uri | undefined): Uri | undefined {
  const [first] = workspace.workspaceFolders ?? [];
  const folder = (file && workspace.getWorkspaceFolder(file)) ?? first;
  return folder?.uri ?? (file && isFile(file) ? Uri.joinPath(file, '..') : undefined);
}

/** Whether VS Code saves untitled documents with a path there: where it runs, or in a workspace that is virtual as a whole. */
function isDefaultFileSystem({ scheme }: Uri): boolean {
  const folders = workspace.workspaceFolders ?? [];
  const isVirtual = env.remoteName === undefined && folders.length > 0;
  return scheme === 'file' || (isVirtual && folders.every(({ uri }) => uri.scheme === scheme));
}
