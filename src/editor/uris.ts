import { TabInputCustom, type TextDocument, Uri, window, workspace } from 'vscode';

/** The document in the active editor, which is a text editor or the Dataset Designer. */
export function activeDocumentUri(): Uri | undefined {
  const text = window.activeTextEditor?.document.uri;
  if (text) return text;
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof TabInputCustom && input.viewType === 'dataset.designer' ? input.uri : undefined;
}

/**
 * The URIs that a command is called with: a list of them, one, or those of the explorer's selection behind it, if that has
 * several.
 */
export function passedUris(target: unknown, selection?: unknown): Uri[] {
  if (Array.isArray(target)) return target.flatMap(asUri);
  const uri = asUri(target);
  const selected = Array.isArray(selection) ? selection.flatMap(asUri) : [];
  return uri.length > 0 && selected.length > 1 ? selected : uri;
}

/** Callers in other processes pass the components of a URI instead of a `Uri`. */
function asUri(value: unknown): Uri[] {
  if (value instanceof Uri) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const { scheme, authority, path } = value as Partial<Record<string, unknown>>;
  return typeof scheme === 'string' && typeof path === 'string'
    ? [Uri.from({ scheme, path, authority: typeof authority === 'string' ? authority : '' })]
    : [];
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
