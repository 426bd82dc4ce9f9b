import type { TextEdit } from '../edits/text-edit.ts';

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
}

/** Adds a data type to the setting `dataset.dataTypes`. */
export interface SettingFix {
  readonly kind: 'data-type';
  readonly dataType: string;
}

export type Fix = EditFix | SettingFix;

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
