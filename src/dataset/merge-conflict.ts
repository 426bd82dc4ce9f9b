import * as l10n from '@vscode/l10n';
import type { ParsedTree } from './document-tree.ts';
import { lineEnd, positionsIn } from './text-positions.ts';

/** The lines that Git puts around the versions of a conflict (git-merge, "How conflicts are presented"), also in the style diff3. */
const marker = /^(?:(?:<{7}|\|{7}|>{7})(?= |$)|={7}$)/m;

/** The tree of a text that isn't valid because of an unresolved merge conflict. It has this error alone: all others may follow from it. */
export function conflictTree(text: string): ParsedTree | undefined {
  const start = marker.exec(text)?.index;
  if (start === undefined) return undefined;
  const message = l10n.t(
    'The file has an unresolved merge conflict on line {line}. Keep what is right, and remove the lines that begin with <<<<<<<, =======, or >>>>>>>.',
    { line: positionsIn(text)(start).line + 1 },
  );
  return { root: undefined, errors: [{ start, end: lineEnd(text, start), message, affects: 'rest' }] };
}
