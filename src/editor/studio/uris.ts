import { TabInputCustom, type TextDocument, Uri, window, workspace } from 'vscode';

/** The document in the active editor, which is a text editor or the Dataset Designer. */
export function activeDocumentUri(): Uri | undefined {
  const text = window.activeTextEditor?.document.uri;
  if (text) return text;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputCustom && input.viewType === 'dataset.designer' ? input.uri : undefined;
}

/**
 * Whether a document is a file that can be saved, or will be one. Documents of other schemes, such as the versions of Git, of a pull
 * request, or of the timeline, have no neighbours, and no problems that anybody could fix.
 */
export function isFile({ scheme }: Uri): boolean {
  return (
    scheme === 'file' ||
    scheme === 'untitled' ||
    (workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === scheme) ||
    workspace.fs.isWritableFileSystem(scheme) === true
  );
}

/** Whether a document is in a folder of the workspace, or will probably be saved there. */
export function isInWorkspace(uri: Uri): boolean {
  if (uri.scheme === 'untitled') return workspace.workspaceFolders !== undefined;
  return workspace.getWorkspaceFolder(uri) !== undefined;
}

/** The URI of another file of the same file system; of an untitled document, of that of the workspace. */
export function neighbour(uri: Uri, path: string): Uri {
  const [folder] = workspace.workspaceFolders ?? [];
  const base = uri.scheme === 'untitled' && folder ? folder.uri : uri;
  return base.scheme === 'file' ? Uri.file(path) : base.with({ path, query: '', fragment: '' });
}

/** The path of a file as Node.js has it, otherwise that of its URI; with slashes, and none at the end. */
export function pathOf(uri: Uri): string {
  const path = uri.scheme === 'file' ? uri.fsPath.replaceAll('\\', '/') : uri.path;
  return path.replace(/\/$/, '');
}

/** The document that VS Code has open under a URI, in any language. */
export function openDocument(uri: Uri): TextDocument | undefined {
  const key = uri.toString();
  return workspace.textDocuments.find((document) => document.uri.toString() === key);
}

export async function exists(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** The last part of a URI's path. */
export function fileName({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * The URI of a file that is neither in a folder nor open there as an untitled document: `name` with `extension`, or with a
 * number between them. Rejects if the folder can't be read.
 */
export async function unusedUri(folder: Uri, name: string, extension: string): Promise<Uri> {
  const inFolder = (await workspace.fs.readDirectory(folder)).map(([entry]) => Uri.joinPath(folder, entry));
  const untitled = workspace.textDocuments.filter(({ isUntitled }) => isUntitled).map(({ uri }) => uri);
  const used = new Set([...inFolder, ...untitled].map(({ path }) => path.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const uri = Uri.joinPath(folder, `${name}${number === 1 ? '' : `-${number}`}${extension}`);
    if (!used.has(uri.path.toLowerCase())) return uri;
  }
}
