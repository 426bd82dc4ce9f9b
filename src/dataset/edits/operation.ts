import * as l10n from '@vscode/l10n';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Path } from '../problem.ts';

/** A value that a document can contain. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A change of a document's structure. Each is applied to the result of the one before. */
export type EditOperation =
  /** Replaces a value, or adds a property. */
  | { readonly kind: 'set'; readonly path: Path; readonly value: Json }
  /** Removes a property or an item of a list. */
  | { readonly kind: 'remove'; readonly path: Path }
  /**
   * Inserts items into the list at `path`, before the one at `index`, or at the end. A list that is missing or `null`
   * is created.
   */
  | {
      readonly kind: 'insert';
      readonly path: Path;
      readonly index?: number | undefined;
      readonly values: readonly Json[];
    }
  /** Moves an item within its list. `to` is its index afterwards. */
  | { readonly kind: 'move'; readonly path: Path; readonly to: number }
  /**
   * Inserts copies of tables or columns into the list at `path`, as `insert` does: as they are written, with their comments.
   * In a document of the other format, numbers keep their spelling.
   */
  | {
      readonly kind: 'copy';
      readonly path: Path;
      readonly index?: number | undefined;
      readonly copies: readonly CopiedItem[];
      /** What the items are in, unless it is the document. */
      readonly source?: ParsedDocument | undefined;
    };

/** Where an item is. `name`: the name of its copy, unless that is the same. */
export interface CopiedItem {
  readonly from: Path;
  readonly name?: string | undefined;
}

/** The path of a table. */
export function tablePath(table: number): Path {
  return ['tables', table];
}

/** The path of a column. */
export function columnPath(table: number, column: number): Path {
  return ['tables', table, 'columns', column];
}

/** Renames the dataset (path `[]`), a table or a column. */
export function rename(path: Path, name: string): EditOperation {
  return { kind: 'set', path: [...path, 'name'], value: name };
}

export function setDataType(table: number, column: number, dataType: string): EditOperation {
  return { kind: 'set', path: [...columnPath(table, column), 'dataType'], value: dataType };
}

/** Adds tables before the one at `index`, or at the end. */
export function addTables(values: readonly Json[], index?: number): EditOperation {
  return { kind: 'insert', path: ['tables'], values, index };
}

/** Adds columns to a table before the one at `index`, or at the end. */
export function addColumns(table: number, values: readonly Json[], index?: number): EditOperation {
  const path = [...tablePath(table), 'columns'];
  return { kind: 'insert', path, values, index };
}

/** Why a document can't be edited by its structure. `operation` is the index of the operation that fails. */
export type EditFailure =
  /** The text isn't valid JSON or YAML, or it is empty. */
  | { readonly kind: 'syntax-errors' }
  /** There is nothing at the path. */
  | { readonly kind: 'not-found'; readonly operation: number; readonly path: Path }
  /** The operation needs a list, an object or a named item there. */
  | { readonly kind: 'wrong-type'; readonly operation: number; readonly path: Path }
  /** An object has two properties of a name in the path. */
  | { readonly kind: 'duplicate-key'; readonly operation: number; readonly path: Path }
  /** A YAML anchor, alias, tag or merge key: an edit here could change other parts of the document. */
  | { readonly kind: 'shared'; readonly operation: number; readonly path: Path }
  /** The edit doesn't support the layout of the text, such as YAML with explicit keys. */
  | { readonly kind: 'unsupported-layout' };

const messages: Readonly<Record<EditFailure['kind'], () => string>> = {
  'syntax-errors': () => l10n.t('The document has syntax errors. Fix them first.'),
  'not-found': () => l10n.t('The document has changed, and this part of it no longer exists. Try again.'),
  'wrong-type': () =>
    l10n.t('A value in the document has the wrong type for this change. Fix its problems first.'),
  'duplicate-key': () =>
    l10n.t('An object in the document has the same property twice. Remove one of them first.'),
  shared: () =>
    l10n.t(
      'This part of the document uses a YAML anchor, alias, tag or merge key, so the change could affect other parts. Edit the text instead.',
    ),
  'unsupported-layout': () =>
    l10n.t("This change can't be made in the way the document is written. Edit the text instead."),
};

/** What happened and what to do about it. */
export function editFailureMessage({ kind }: EditFailure): string {
  return messages[kind]();
}
