import { type DocumentFormat, type ValidationOptions, validateText } from '../document.ts';
import { isBetter } from './comparison.ts';
import { EditedText } from './edited-text.ts';
import type { Edit } from './fix.ts';
import { menders } from './menders.ts';
import { sitesIn } from './sites.ts';

/** Where all changes together make things worse, so many are tried one by one. */
const mostSingleTries = 100;

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
    next = await oneRound(current, format, options);
  }
  return current.edits();
}

async function oneRound(
  current: EditedText,
  format: DocumentFormat,
  options: ValidationOptions,
): Promise<EditedText | undefined> {
  const { problems, siteOf } = await sitesIn(current.text, format, options);
  const edits = problems.flatMap((problem) =>
    menders[problem.code](siteOf(problem))
      .filter((fix) => fix.kind === 'edit' && fix.isSafe)
      .slice(0, 1)
      .flatMap((fix) => (fix.kind === 'edit' ? fix.edit : [])),
  );
  if (edits.length === 0) return undefined;
  const helps = async (candidate: EditedText) =>
    isBetter(problems, await validateText(candidate.text, format, options));

  const together = current.with(apart(edits));
  if (await helps(together)) return together;
  for (const edit of edits.slice(0, mostSingleTries)) {
    const alone = current.with([edit]);
    if (await helps(alone)) return alone;
  }
  return undefined;
}

/** In the order of the text, without those that overlap one before. */
function apart(edits: readonly Edit[]): Edit[] {
  const chosen: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(edit);
  }
  return chosen;
}
