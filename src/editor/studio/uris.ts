import { TabInputCustom, type TextDocument, Uri, window, workspace } from 'vscode';
import { isRecord } from '../../is-record.ts';
import { failure, type Result, success } from '../../result.ts';

/** The document in the active editor, which is a text editor or the Dataset Designer. */
export function activeDocumentUri(): Uri | undefined {
  const text = window.activeTextEditor?.document.uri;
  if (text) return text;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputCustom && input.viewType === 'dataset.designer' ? input.uri : undefined;
}

/**
 * The URIs that a command is called with: a list of them, one, or those of the explorer's selection behind it, if that has several;
 * none without an argument. A failure is an argument that isn't understood.
 */
export function passedUris(target: unknown, selection?: unknown): Result<readonly Uri[], unknown> {
  if (target === undefined || target === null) return success([]);
  const passed: unknown[] = Array.isArray(target) ? target : [target];
  const uris: Uri[] = [];
  for (const value of passed) {
    const uri = asUri(value);
    if (uri === undefined) return failure(value);
    uris.push(uri);
  }
  return success(selectedUris(target, selection) ?? uris);
}

/** The explorer's selection, if it has several files. */
export function selectedUris(target: unknown, selection: unknown): readonly Uri[] | undefined {
  const selected = !Array.isArray(target) && Array.isArray(selection) ? selection.map(asUri) : [];
  const uris = selected.filter((uri) => uri !== undefined);
  return uris.length > 1 ? uris : undefined;
}

/** Callers in other processes pass the components of a URI instead of a `Uri`; key bindings and tasks, a text. */
function asUri(value: unknown): Uri | undefined {
  if (value instanceof Uri) return value;
  if (typeof value === 'string') return uriOfText(value);
  if (!isRecord(value)) return undefined;
  const { scheme, path } = value;
  if (typeof scheme !== 'string' || typeof path !== 'string') return undefined;
  const part = (name: string) => (typeof value[name] === 'string' ? value[name] : '');
  const [authority, query, fragment] = [part('authority'), part('query'), part('fragment')];
  return Uri.from({ scheme, path, authority, query, fragment });
}

/** A URI, an absolute path, or a path from the only workspace folder. */
function uriOfText(text: string): Uri | undefined {
  if (text.trim() === '' || text.includes('\0')) return undefined;
  // Without `.` and `..`, because open documents are compared by their URIs.
  if (/^(?:\/|\\\\|[a-z]:[\\/])/i.test(text)) return Uri.joinPath(Uri.file(text), '.');
  if (/^[a-z][a-z\d+.-]+:/i.test(text))
    try {
      return Uri.parse(text, true);
    } catch {
      return undefined;
    }
  const [folder, another] = workspace.workspaceFolders ?? [];
  return folder && !another ? Uri.joinPath(folder.uri, text) : undefined;
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
