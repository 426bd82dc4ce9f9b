import type { TextEdit } from '../edits/text-edit.ts';

/** A change of a fix. */
export interface Edit extends TextEdit {
  /** `newText` is in VS Code's snippet syntax: it has placeholders to type over. */
  readonly isSnippet?: true;
}

/** A change of the document that isFixedBy a problem. */
export interface EditFix {
  readonly kind: 'edit';
  /** What it does, as an order. */
  readonly title: string;
  readonly edit: Edit;
  /** What a user most probably wants. */
  readonly isPreferred: boolean;
  /** Leaves nothing to choose and loses nothing: may be done without asking, such as on save. */
  readonly isSafe: boolean;
}

/** A data type for the setting `dataset.dataTypes`. */
export interface SettingFix {
  readonly kind: 'data-type';
  readonly dataType: string;
}

export type Fix = EditFix | SettingFix;

/** Marks an edit whose text has placeholders. */
export function asSnippet(edit: TextEdit): Edit {
  return { ...edit, isSnippet: true };
}

/** A text after an edit, placeholders as their default. */
export function applyEdit(text: string, { start, end, newText, isSnippet }: Edit): string {
  return text.slice(0, start) + (isSnippet ? placeholderDefaults(newText) : newText) + text.slice(end);
}

const placeholder =
  /\\([\\$},|])|\$\{\d+\|((?:[^\\,|]|\\.)*)(?:[^\\|]|\\.)*\|\}|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g;

/** What a snippet inserts before anything is typed over. */
export function placeholderDefaults(snippet: string): string {
  return snippet.replace(
    placeholder,
    (_, escaped: string | undefined, choice: string | undefined, preset: string | undefined) =>
      escaped ?? (choice ?? preset ?? '').replace(/\\([\\$},|])/g, '$1'),
  );
}
