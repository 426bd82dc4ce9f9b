import * as l10n from '@vscode/l10n';
import type { ParsedTree } from './document-tree.ts';
import { lineEnd } from './text-positions.ts';

/** The lines that Git puts around the versions of a conflict (git-merge, "How conflicts are presented"), also in the style diff3. */
const marker = /^(?:(?:<{7}|\|{7}|>{7})(?= |$)|={7}$)/m;

/** Where an unresolved merge conflict begins, in a text that isn't valid. */
export function conflictIn(text: string): number | undefined {
  return marker.exec(text)?.index;
}

/** A tree whose only error is the merge conflict, if its text has one: all others may follow from it. */
export function withConflict(tree: ParsedTree, text: string): ParsedTree {
  const start = tree.errors.length === 0 ? undefined : conflictIn(text);
  if (start === undefined) return tree;
  const message = l10n.t(
    'The file has an unresolved merge conflict. Keep what is right, and remove the lines that begin with <<<<<<<, =======, or >>>>>>>.',
  );
  return { root: tree.root, errors: [{ start, end: lineEnd(text, start), message, affects: 'all' }] };
}
