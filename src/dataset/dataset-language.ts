import { editDataset } from './edits/edit-dataset.ts';
import type { EditOperation } from './edits/operation.ts';
import type { FormattingStyle } from './language/formatting.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { isSameProblem, type Problem, type Span } from './problem.ts';
import type { RuleSettings } from './rules/settings.ts';

// What can be asked of one version of a document, complete or broken, by the rules that apply to it. Front ends ask here. Offsets are in
// UTF-16 code units. Fixes and formatting are loaded when they are first asked for.

export { completion } from './language/completion-items.ts';
export { hover } from './language/hover.ts';
export { listPlace, tableIndex } from './language/list-place.ts';
export { outline, selections } from './language/structure.ts';

/** In the order of the text. */
export function problems(document: ParsedDocument, settings: RuleSettings) {
  return document.problems(settings);
}

/** The fixes for the `requested` problems. */
export async function quickFixes(
  document: ParsedDocument,
  settings: RuleSettings,
  { requested }: { readonly requested: readonly Pick<Problem, 'code' | 'range'>[] },
) {
  const { quickFixesFor } = await import('./fixes/quick-fixes.ts');
  const isRequested = (problem: Problem) => requested.some((each) => isSameProblem(each, problem));
  return quickFixesFor(document, settings, isRequested);
}

/** The edits that make all fixes which need no decision. */
export async function fixAll(document: ParsedDocument, settings: RuleSettings) {
  return (await import('./fixes/fix-all.ts')).safeFixes(document, settings);
}

/** The edits that format a document, or only a range of it if it is JSON. */
export async function formatting(
  { text, format }: ParsedDocument,
  _: RuleSettings,
  { range, style }: { readonly range?: Span | undefined; readonly style: FormattingStyle },
) {
  return format === 'json'
    ? (await import('./language/formatting.ts')).formatJson(text, range, style)
    : (await import('./language/format-yaml.ts')).formatYaml(text, style);
}

/** The edits that change the structure. `indent`: for JSON that has no indentation yet. */
export function edits(
  document: ParsedDocument,
  _: RuleSettings,
  { operations, indent }: { readonly operations: readonly EditOperation[]; readonly indent: string },
) {
  return editDataset(document, operations, indent);
}
