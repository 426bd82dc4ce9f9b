import { editDataset } from './edits/edit-dataset.ts';
import type { EditOperation } from './edits/operation.ts';
import { completionItems } from './language/completion-items.ts';
import type { FormattingStyle } from './language/formatting.ts';
import { hoverAt } from './language/hover.ts';
import { listPlaceAt, tableIndexAt } from './language/list-place.ts';
import { outlineOf, selectionsAt } from './language/structure.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { isSameProblem, type Problem, type Span } from './problem.ts';
import type { RuleSettings } from './rules/settings.ts';

// What can be asked of one version of a document, complete or broken, by the rules that apply to it. Front ends ask here. Fixes and
// formatting are loaded when they are first asked for. Offsets are in UTF-16 code units.

interface AtOffset {
  readonly offset: number;
}

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

export function completion(document: ParsedDocument, settings: RuleSettings, { offset }: AtOffset) {
  return completionItems(document, offset, settings);
}

export function hover(document: ParsedDocument, { dataTypes }: RuleSettings, { offset }: AtOffset) {
  return hoverAt(document, offset, dataTypes);
}

/** The tables and their columns. */
export function outline(document: ParsedDocument) {
  return outlineOf(document);
}

/** What the selection at each offset expands to. */
export function selections(
  document: ParsedDocument,
  _settings: RuleSettings,
  { offsets }: { readonly offsets: readonly number[] },
) {
  return selectionsAt(document, offsets);
}

/** The place between two tables or two columns. */
export function listPlace(document: ParsedDocument, _settings: RuleSettings, { offset }: AtOffset) {
  return listPlaceAt(document, offset);
}

/** The position of the table. */
export function tableIndex(document: ParsedDocument, _settings: RuleSettings, { offset }: AtOffset) {
  return tableIndexAt(document, offset);
}

/** The edits that format a document, or only a range of it if it is JSON. */
export async function formatting(
  { text, format }: ParsedDocument,
  _settings: RuleSettings,
  { range, style }: { readonly range?: Span | undefined; readonly style: FormattingStyle },
) {
  return format === 'json'
    ? (await import('./language/formatting.ts')).formatJson(text, range, style)
    : (await import('./language/format-yaml.ts')).formatYaml(text, style);
}

/** The edits that change the structure. `indent`: for JSON that has no indentation yet. */
export function edits(
  document: ParsedDocument,
  _settings: RuleSettings,
  { operations, indent }: { readonly operations: readonly EditOperation[]; readonly indent: string },
) {
  return editDataset(document, operations, indent);
}
