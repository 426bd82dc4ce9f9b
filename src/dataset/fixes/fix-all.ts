import { validateText } from '../document.ts';
import { EditedText } from '../edits/text-edit.ts';
import { ParsedDocument } from '../parsed-document.ts';
import type { Problem } from '../problem.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { fixContexts } from './fix-context.ts';
import { type Edit, isBetter, isMisnamed, isRenamed } from './fix-edit.ts';
import { fixers, rulesWithoutSafeFixes } from './quick-fixes.ts';

/** The maximum number of subsets of fixes to try if not all of them work together. */
const maxTries = 100;

/** The levels of objects in a document: the dataset, tables, and columns. */
const levels = 3;

/**
 * Applies all safe fixes. Returns the edits in the order of the text; none if there is nothing to fix. Apart from the
 * first renames of properties, each round leaves fewer problems and not more errors, so this ends, and finds nothing to
 * fix in its own result.
 */
export async function safeFixes(document: ParsedDocument, options: RuleSettings): Promise<Edit[]> {
  let current = EditedText.of(document.text);
  let parsed = document;
  let renames = 0;
  for (;;) {
    const next = await nextRound(current, parsed, options, renames < levels);
    if (next === undefined) break;
    if (next.stage === 'names') renames++;
    current = next.text;
    parsed = new ParsedDocument(current.text, document.format);
  }
  return current.edits();
}

type Stage = 'syntax' | 'names' | 'values';

/** Syntax errors hide other problems, and wrong names those of values, so they are fixed first. */
const stages: readonly (readonly [Stage, (problem: Problem) => boolean])[] = [
  ['syntax', ({ code }) => code === 'syntax'],
  ['names', isMisnamed],
  ['values', ({ code }) => code !== 'syntax'],
];

async function nextRound(
  current: EditedText,
  document: ParsedDocument,
  options: RuleSettings,
  canUncover: boolean,
): Promise<{ readonly text: EditedText; readonly stage: Stage } | undefined> {
  const { problems, contextOf } = await fixContexts(document, options);
  const safeEdits = (which: readonly Problem[]) =>
    which
      .filter((problem) => isMisnamed(problem) || !rulesWithoutSafeFixes.has(problem.code))
      .flatMap((problem) =>
        fixers[problem.code](contextOf(problem))
          .filter((fix) => fix.kind === 'edit' && fix.isSafe)
          .slice(0, 1)
          .flatMap((fix) => (fix.kind === 'edit' ? fix.edit : [])),
      );
  for (const [stage, isOfStage] of stages) {
    const isProgress = stage === 'names' && canUncover ? isRenamed : isBetter;
    let tries = 0;
    const helps = async (edits: readonly Edit[]) =>
      tries++ < maxTries &&
      isProgress(problems, await validateText(current.with(edits).text, document.format, options));
    const chosen = await helpfulEdits(withoutOverlaps(safeEdits(problems.filter(isOfStage))), helps);
    if (chosen.length > 0) return { text: current.with(chosen), stage };
  }
  return undefined;
}

/** As many edits as help together. If not all do, tries halves of them. */
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

/** In the order of the text, without edits that overlap an earlier one. */
function withoutOverlaps(edits: readonly Edit[]): Edit[] {
  const chosen: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start >= (chosen.at(-1)?.end ?? 0)) chosen.push(edit);
  }
  return chosen;
}
