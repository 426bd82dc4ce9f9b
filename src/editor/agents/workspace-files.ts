import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, sep } from 'node:path';
import { RelativePattern, Uri, type WorkspaceFolder, workspace } from 'vscode';
import type { FindFiles } from '../../agents/data-input.ts';
import { isPath, mayLeadUp } from '../../agents/document-input.ts';
import type { FileFailure } from '../../agents/failure.ts';
import { maxFiles } from '../../agents/limits.ts';
import type { SearchedFiles } from '../../app/searched-files.ts';
import { filesFoundBy, isPattern } from '../../project/file-pattern.ts';
import { failure, type Result, success } from '../../result.ts';
import { isWithin } from '../../system/is-within.ts';
import { workspaceFiles } from '../studio/stored-files.ts';
import { exists, openDocument } from '../studio/uris.ts';

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

/** The files that paths and globs name. `among`: a glob of VS Code that matches at least those that count. */
export const findFiles = async (
  patterns: readonly string[],
  searched: SearchedFiles,
  among = '**/*',
): ReturnType<FindFiles> => {
  const files = new Set<string>();
  for (const pattern of patterns) {
    const located = await locateFile(pattern);
    if (located.ok) {
      const { uri } = located.value;
      if (!(await workspaceFiles.isFolder(uri))) files.add(pattern);
      else addAll(searched.inFolder(await findIn(uri, '**', among, searched.hidden)), files);
      continue;
    }
    if (located.failure.kind !== 'not-found') return located;
    if (!isPattern(pattern)) {
      files.add(pattern);
      continue;
    }
    const slashed = withSlashes(pattern);
    const end = slashed.lastIndexOf('/', slashed.search(/[*?{]/)) + 1;
    const rest = slashed.slice(end);
    const folders = mayLeadUp(rest) ? [] : candidatesFor(slashed.slice(0, end));
    if (folders.length === 0) return failure({ kind: 'outside-root', file: pattern });
    for (const folder of folders)
      addAll((await findIn(folder, rest, among)).filter(searched.isWanted), files);
  }
  if (files.size === 0) return failure({ kind: 'no-match', files: patterns });
  return success({ files: [...files], unreadable: [] });
};

function addAll(found: readonly string[], files: Set<string>): void {
  for (const file of found.slice(0, maxFiles + 1)) files.add(file);
}

/** On Windows, `/` for every `\`. */
function withSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

/** Files of one folder of which the wanted ones are chosen. */
const maxSearched = 50_000;

/** The folders of other tools are left out by VS Code, so that they don't count. */
const ignored = '**/{node_modules,.git}/**';

/** Patterns mean what they mean on the command line; those of VS Code differ in case, dots, and brackets. */
async function findIn(
  folder: Uri,
  pattern: string,
  among: string,
  hidden?: boolean,
): Promise<readonly string[]> {
  const found = await workspace.findFiles(new RelativePattern(folder, among), ignored, maxSearched);
  const isFound = filesFoundBy(pattern, hidden);
  const start = folder.path.replace(/\/$/, '').length + 1;
  return found
    .filter(({ path }) => isFound(path.slice(start)))
    .map((uri) => workspace.asRelativePath(uri))
    .sort();
}
