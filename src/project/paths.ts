import * as l10n from '@vscode/l10n';
import { printable } from '../text/printable.ts';

/** The folder of a file or folder, by their absolute paths with slashes. The topmost folder is its own. */
export function parentFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? path : path.slice(0, slash);
}

/** The path of a file from a folder; undefined if it is not in it. */
export function pathBelow(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

/** An absolute path, from a folder and a relative path with slashes. */
export function resolvePath(folder: string, relative: string): string {
  let path = folder;
  for (const name of relative.split('/'))
    if (name === '..') path = parentFolder(path);
    else if (name !== '.' && name !== '') path = `${path}/${name}`;
  return path;
}

/** The same text for names that differ in case only, or in how their accents are encoded, as macOS does it. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** The relative path from a folder to a file; both are absolute, with slashes. */
export function relativePath(folder: string, path: string): string {
  let [base, up] = [folder, ''];
  while (pathBelow(base, path) === undefined && parentFolder(base) !== base)
    [base, up] = [parentFolder(base), `${up}../`];
  return up + (pathBelow(base, path) ?? path);
}

/** Whether a text is no path of a file that is relative to a folder, on any platform. */
export function isNoRelativePath(target: string): boolean {
  return /^\/|[:\\]/.test(target);
}

/** What is wrong with a path that a project file names. */
export function describeOutside(target: string): string {
  return l10n.t('"{target}" is not the relative path of a file in the repository.', {
    target: printable(target),
  });
}
