import type { TextEdit } from '../edits/text-edit.ts';
import type { Problem, RuleCode } from '../problem.ts';
import type { Declaration } from '../rules/conventions.ts';

/** A change of a fix. */
export interface Edit extends TextEdit {
  /** `newText` is in VS Code's snippet syntax: it has placeholders to type over. */
  readonly isSnippet?: true;
}

/** A change of the document that fixes a problem. */
export interface EditFix {
  readonly kind: 'edit';
  /** What it does, in the imperative. */
  readonly title: string;
  readonly edit: Edit;
  /** Probably what the user wants. */
  readonly isPreferred: boolean;
  /** Leaves no choice and loses nothing, so it can be applied without asking, such as on save. */
  readonly isSafe: boolean;
  /** A data type that the change needs to be declared. */
  readonly declares?: string;
}

/** Declares something in the project file, or in the settings. */
export interface DeclarationFix {
  readonly kind: 'declare';
  readonly declaration: Declaration;
}

export type Fix = EditFix | DeclarationFix;

/** A fix is `safe`, or only probably what the user wants, or one that is `possible`. */
export type FixChoice = 'safe' | 'preferred' | 'possible';

export function editFix(choice: FixChoice, title: string, edit: Edit): EditFix {
  return { kind: 'edit', title, edit, isPreferred: choice !== 'possible', isSafe: choice === 'safe' };
}

/** Marks an edit whose text has placeholders. */
export function asSnippet(edit: TextEdit): Edit {
  return { ...edit, isSnippet: true };
}

/** A text after an edit. Placeholders have their defaults. */
export function applyEdit(text: string, { start, end, newText, isSnippet }: Edit): string {
  return text.slice(0, start) + (isSnippet ? placeholderDefaults(newText) : newText) + text.slice(end);
}

const placeholder =
  /\\([\\$},|])|\$\{\d+\|((?:[^\\,|]|\\.)*)(?:,(?:[^\\|]|\\.)*)?\|\}|\$\{\d+:((?:[^\\$}]|\\.)*)\}|\$\d+/g;

/** A snippet with the defaults of its placeholders. */
export function placeholderDefaults(snippet: string): string {
  return snippet.replace(
    placeholder,
    (_, escaped: string | undefined, choice: string | undefined, preset: string | undefined) =>
      escaped ?? (choice ?? preset ?? '').replace(/\\([\\$},|])/g, '$1'),
  );
}

type Problems = readonly Problem[];

/** Problems that a fix for another problem can cause. */
const sideEffects: readonly RuleCode[] = ['duplicate-key', 'duplicate-table', 'duplicate-column'];

/** Whether a property has a wrong name, so that the rules don't check its value. */
export function isMisnamed({ code, suggestion }: Problem): boolean {
  return code === 'unknown-property' || (code === 'missing-property' && suggestion !== undefined);
}

/** Whether a change fixes a problem and causes no other. */
export function isFixed(problem: Problem, before: Problems, after: Problems): boolean {
  const { code, message } = problem;
  if (code === 'syntax') {
    const others = syntaxMessages(before);
    others.splice(others.indexOf(message), 1);
    return isWithin(syntaxMessages(after), others);
  }
  const change = (of: RuleCode) => count(after, of) - count(before, of);
  if (isMisnamed(problem)) return isRenamed(before, after);
  return (
    isWithin(syntaxMessages(after), syntaxMessages(before)) &&
    sideEffects.every((each) => change(each) <= 0) &&
    (change(code) < 0 ||
      (code === 'wrong-type' && countMessage(after, message) < countMessage(before, message)))
  );
}

/** Whether properties can have other names. Once a name is right, the rules check its value as well, and may find more. */
export function isRenamed(before: Problems, after: Problems): boolean {
  return (
    isWithin(syntaxMessages(after), syntaxMessages(before)) &&
    count(after, 'duplicate-key') <= count(before, 'duplicate-key')
  );
}

/** Whether changes are progress: fewer syntax errors, or fewer problems and no new duplicates; and not more errors. */
export function isBetter(before: Problems, after: Problems): boolean {
  const errorsBefore = syntaxMessages(before);
  const errorsAfter = syntaxMessages(after);
  return (
    isWithin(errorsAfter, errorsBefore) &&
    errors(after) <= errors(before) &&
    (errorsAfter.length < errorsBefore.length ||
      (after.length < before.length &&
        sideEffects.every((code) => count(after, code) <= count(before, code))))
  );
}

/** The messages of syntax errors. A change that misunderstands one causes others. */
function syntaxMessages(problems: Problems): string[] {
  return problems.filter(({ code }) => code === 'syntax').map(({ message }) => message);
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const each of all) left.set(each, (left.get(each) ?? 0) + 1);
  return some.every((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count > 0;
  });
}

function count(problems: Problems, code: RuleCode): number {
  return problems.filter((problem) => problem.code === code).length;
}

function countMessage(problems: Problems, message: string): number {
  return problems.filter((problem) => problem.message === message).length;
}

function errors(problems: Problems): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}
