import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, sep } from 'node:path';
import { RelativePattern, Uri, type WorkspaceFolder, workspace } from 'vscode';
import type { FindFiles } from '../../agents/data-input.ts';
import { isPath, mayLeadUp } from '../../agents/document-input.ts';
import type { FileFailure } from '../../agents/failure.ts';
import { maxFiles } from '../../agents/limits.ts';
import { failure, type Result, success } from '../../result.ts';
import { isWithin } from '../../storage/regular-file.ts';
import { workspaceFiles } from '../authoring/workspace/stored-files.ts';
import { exists, openDocument } from '../uris.ts';

/** A file of the workspace, with symbolic links resolved if it is on disk. */
export interface WorkspaceFile {
  readonly uri: Uri;
  /** Absent if the file is not on disk. */
  readonly realPath?: string;
}

/** Finds a file by its path, absolute or relative to a workspace folder (with several: also `folder/path`). */
export async function locateFile(file: string): Promise<Result<WorkspaceFile, FileFailure>> {
  if (!isPath(file)) return failure({ kind: 'not-a-path', file });
  const candidates = candidatesFor(withSlashes(file));
  if (candidates.length === 0) return failure({ kind: 'outside-root', file });
  for (const uri of candidates) {
    const found = await fileAt(uri, file);
    if (found.ok || found.failure.kind !== 'not-found') return found;
  }
  return failure({ kind: 'not-found', file });
}

function candidatesFor(path: string): Uri[] {
  const folders = workspace.workspaceFolders ?? [];
  const inFolder = ({ uri }: WorkspaceFolder, relativePath: string) => {
    const target = Uri.joinPath(uri, relativePath);
    return target.path === uri.path || target.path.startsWith(`${uri.path.replace(/\/$/, '')}/`)
      ? [target]
      : [];
  };
  if (isAbsolute(path) || path.startsWith('/')) {
    const normalized = Uri.joinPath(Uri.file(path), '.').path;
    return folders.flatMap((folder) => {
      const root = folder.uri.path.replace(/\/$/, '');
      return normalized.startsWith(`${root}/`) ? inFolder(folder, normalized.slice(root.length)) : [];
    });
  }
  const [first = '', ...rest] = path.split('/');
  return [
    ...folders.flatMap((folder) => inFolder(folder, path)),
    ...folders.flatMap((folder) => (folder.name === first ? inFolder(folder, rest.join('/')) : [])),
  ];
}

async function fileAt(uri: Uri, file: string): Promise<Result<WorkspaceFile, FileFailure>> {
  const isOpen = openDocument(uri) !== undefined;
  if (uri.scheme !== 'file') {
    return isOpen || (await exists(uri)) ? success({ uri }) : failure({ kind: 'not-found', file });
  }
  const roots = await Promise.all(
    (workspace.workspaceFolders ?? [])
      .filter((folder) => folder.uri.scheme === 'file')
      .map((folder) => realpath(folder.uri.fsPath).catch(() => folder.uri.fsPath)),
  );
  const real = await realpath(uri.fsPath).catch(() => undefined);
  // An open document may have no file any more. Then its folder decides.
  const place = real ?? (isOpen ? await realpath(dirname(uri.fsPath)).catch(() => undefined) : undefined);
  if (place === undefined) return failure({ kind: 'not-found', file });
  if (!roots.some((root) => isWithin(root, place))) return failure({ kind: 'outside-root', file });
  return success({ uri, ...(real !== undefined && { realPath: real }) });
}

/** The files that paths and globs name. */
export const findFiles: FindFiles = async (patterns, inFolders, select) => {
  const files = new Set<string>();
  for (const pattern of patterns) {
    const located = await locateFile(pattern);
    if (located.ok) {
      if (!(await workspaceFiles.isFolder(located.value.uri))) files.add(pattern);
      else for (const file of await findIn(located.value.uri, inFolders, select)) files.add(file);
      continue;
    }
    if (located.failure.kind !== 'not-found') return located;
    if (!/[*?{[]/.test(pattern)) {
      files.add(pattern);
      continue;
    }
    if (mayLeadUp(withSlashes(pattern))) return failure({ kind: 'outside-root', file: pattern });
    for (const folder of workspace.workspaceFolders ?? [])
      for (const file of await findIn(folder.uri, withoutRoot(pattern, folder))) files.add(file);
  }
  if (files.size === 0) return failure({ kind: 'no-match', files: patterns });
  return success({ files: [...files], unreadable: [] });
};

/** On Windows, `/` for every `\`. */
function withSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

/** Files of one folder of which the wanted ones are chosen. */
const maxSearched = 50_000;

/** Patterns of VS Code are relative to their folder. */
function withoutRoot(pattern: string, { uri }: WorkspaceFolder): string {
  const slashed = withSlashes(pattern);
  for (const root of [withSlashes(uri.fsPath), uri.path])
    if (slashed.startsWith(`${root}/`)) return slashed.slice(root.length + 1);
  return slashed;
}

async function findIn(
  folder: Uri,
  pattern: string,
  select?: Parameters<FindFiles>[2],
): Promise<readonly string[]> {
  const most = select ? maxSearched : maxFiles + 1;
  const found = await workspace.findFiles(new RelativePattern(folder, pattern), undefined, most);
  const paths = found.map((uri) => workspace.asRelativePath(uri));
  return (select?.(paths) ?? paths).slice(0, maxFiles + 1).sort();
}
