import * as l10n from '@vscode/l10n';
import type { ParsedTree } from './document-tree.ts';
import type { Span } from './problem.ts';
import { lineEnd, lineStart } from './text-positions.ts';

/** The lines that Git puts around the versions of a conflict (git-merge, "How conflicts are presented"), also in the style diff3. */
const marker = /^(?:(?:<{7}|\|{7}|>{7})(?= |$)|={7}$)/m;

/** A tree whose only error is the merge conflict, if its text has one: all others may follow from it. */
export function withConflict(tree: ParsedTree, text: string): ParsedTree {
  const start = tree.errors.length === 0 ? undefined : marker.exec(text)?.index;
  if (start === undefined) return tree;
  const message = l10n.t(
    'The file has an unresolved merge conflict. Keep what is right, and remove the lines that begin with <<<<<<<, =======, or >>>>>>>.',
  );
  return { root: tree.root, errors: [{ start, end: lineEnd(text, start), message, affects: 'all' }] };
}

/** Whether the syntax error at a span is a merge conflict. Doesn't search the text, which can have thousands of errors. */
export function isConflict(text: string, { start, end }: Span): boolean {
  return marker.test(text.slice(start, end)) && start === lineStart(text, start);
}
