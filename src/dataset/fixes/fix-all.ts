import { type DocumentFormat, type ValidationOptions, validateText } from '../document.ts';
import { EditedText } from '../edits/edited-text.ts';
import type { Problem } from '../problem.ts';
import { isBetter } from './comparison.ts';
import type { Edit } from './fix.ts';
import { fixContexts } from './fix-contexts.ts';
import { fixers } from './fixers.ts';

/** Where all changes together make things worse, so many choices among them are tried. */
const maxTries = 100;

/**
 * Mends all that can be mended without asking, and gives the edits in the order of the text; none if there is
 * nothing to do. Done again on its result, it finds nothing to do. After each round there is less to do, and there
 * are not more errors.
 */
export async function fixAll(
  text: string,
  format: DocumentFormat,
  options: ValidationOptions,
): Promise<Edit[]> {
  let current = EditedText.of(text);
  for (let next: EditedText | undefined = current; next !== undefined; ) {
    current = next;
    next = await nextRound(current, format, options);
  }
  return current.edits();
}

async function nextRound(
  current: EditedText,
  format: DocumentFormat,
  options: ValidationOptions,
): Promise<EditedText | undefined> {
  const { problems, contextOf } = await fixContexts(current.text, format, options);
  const safeEdits = (which: readonly Problem[]) =>
    which.flatMap((problem) =>
      fixers[problem.code](contextOf(problem))
        .filter((fix) => fix.kind === 'edit' && fix.isSafe)
        .slice(0, 1)
        .flatMap((fix) => (fix.kind === 'edit' ? fix.edit : [])),
    );
  let tries = 0;
  const helps = async (edits: readonly Edit[]) =>
    tries++ < maxTries && isBetter(problems, await validateText(current.with(edits).text, format, options));

  // What the rules say of a broken text is not all that there is to say.
  const isFault = ({ code }: Problem) => code === 'syntax';
  for (const some of [problems.filter(isFault), problems.filter((problem) => !isFault(problem))]) {
    const chosen = await helpfulEdits(withoutOverlaps(safeEdits(some)), helps);
    if (chosen.length > 0) return current.with(chosen);
  }
  return undefined;
}

/** As many of the edits as help together; where not all of them do, halves are tried. */
async function helpfulEdits(
  edits: readonly Edit[],
  helps: (edits: readonly Edit[]) => Promise<boolean>,
): Promise<readonly Edit[]> {
  if (edits.length === 0 || (await helps(edits))) return edits;
  if (edits.length === 1) return [];
  const middle = edits.length >> 1;
  const first = await helpfulEdits(edits.slice(0, middle), helps);
  const second = await helpfulEdits(edits.slice(middle), helps);
  if (first.length === 0) return second;
  return second.length > 0 && (await helps([...first, ...second])) ? [...first, ...second] : first;
}

/** In the order of the text, without those that overlap one before. */
function withoutOverlaps(edits: readonly Edit[]): Edit[] {
  const chosen: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(edit);
  }
  return chosen;
}
