import { Glob } from './glob.ts';

/** Whether a text is a pattern, and not the name of one file. */
export function isPattern(text: string): boolean {
  return /[*?{]/.test(text);
}

/** The folders of other tools, and the lock files of Emacs, which are broken links. No search looks at them. */
export function isIgnored(name: string): boolean {
  return name === 'node_modules' || name === '.git' || name.startsWith('.#');
}

/** Whether a pattern finds names that begin with a dot: only one that has such a name itself. */
export function findsHidden(pattern: string): boolean {
  return /(?:^|[/{,])\./.test(pattern);
}

/**
 * Which files a pattern finds below a folder, for a host that lists them itself. Both are from the folder, with slashes. By
 * `hidden`, also files whose names, or those of their folders, begin with a dot.
 */
export function filesFoundBy(pattern: string, hidden = findsHidden(pattern)): (path: string) => boolean {
  const glob = new Glob(pattern);
  const isSearched = (name: string) => !isIgnored(name) && (hidden || !name.startsWith('.'));
  return (path) => path.split('/').every(isSearched) && glob.matches(path);
}
