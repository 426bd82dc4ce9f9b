import { env, l10n, type TextDocument } from 'vscode';
import { inferPastedText, listFor } from '../../app/pasted-text.ts';
import { type EditOperation, editFailureMessage } from '../../dataset/edits/operation.ts';
import type { TextEdit } from '../../dataset/edits/text-edit.ts';
import { placeholderDefaults } from '../../dataset/fixes/fix-edit.ts';
import type { Problem } from '../../dataset/problem.ts';
import { operationToAdd, type PasteFailure } from '../../designer/clipboard.ts';
import type { Design, Item } from '../../designer/design.ts';
import type { ChangeAnswer } from '../../designer/view-messages.ts';
import { homeOf } from '../authoring/features/declare.ts';
import { makeEdits } from '../documents/make-edits.ts';
import { indentOf } from '../documents/text-ranges.ts';
import { valuesToInsert } from '../from-data/inserting/insertion-edit.ts';
import { notify } from '../ui/notifications.ts';
import type { DesignedDocument, VersionReading } from './document-reading.ts';

/** What became of a change: why it was not made, if there is a `failure`. */
export interface EditResult {
  readonly failure?: string;
  /** VS Code lost the change. */
  readonly isReadOnly?: true;
  /** An offset in the changed text: of a value that the user can replace. */
  readonly valueAt?: number | undefined;
  readonly pasted?: ChangeAnswer['pasted'];
}

/** The document isn't at the version of the edit any more. */
export function outdated(): EditResult {
  return { failure: l10n.t('The document has changed in the meantime. Try again.') };
}

export function tooLarge(): EditResult {
  return { failure: l10n.t('This file is too large for the designer. Edit the text instead.') };
}

/** Changes a reading of a document by its structure, in one step for undo. */
export async function applyOperations(
  { document, checks }: DesignedDocument,
  reading: VersionReading,
  operations: readonly EditOperation[],
): Promise<EditResult> {
  const { version } = reading;
  if (document.version !== version) return outdated();
  const result = await checks.runOn(reading, { kind: 'edits', operations, indent: indentOf(document) });
  if (result === undefined) return tooLarge();
  if (!result.ok) return { failure: editFailureMessage(result.failure) };
  return applyTextEdits(document, version, result.value);
}

/** Changes a version of a document, in one step for undo. */
export async function applyTextEdits(
  document: TextDocument,
  version: number,
  edits: readonly TextEdit[],
): Promise<EditResult> {
  if (document.version !== version) return outdated();
  switch (await makeEdits(document, edits)) {
    case 'kept':
      return {};
    case 'reverted':
      return { failure: l10n.t('The file is read-only, so the change was reverted.'), isReadOnly: true };
    case 'refused':
      if (document.version !== version) return outdated();
      return { failure: l10n.t("The document can't be changed. Check whether it is read-only.") };
  }
}

/** Pastes tables or columns after an item; of copied cells, the columns, or a table where no table is; of SQL, all of its tables. */
export async function pasteAfter(
  item: Item,
  designed: DesignedDocument,
  reading: VersionReading,
  design: Design,
): Promise<EditResult> {
  const { document, checks, settings } = designed;
  const clipboard = await env.clipboard.readText();
  const task = { kind: 'paste', text: clipboard, item, indent: indentOf(document) } as const;
  const result = await checks.runOn(reading, task, clipboard);
  if (result === undefined) return tooLarge();
  if (result.ok) {
    const { edits, first, count } = result.value;
    return { ...(await applyTextEdits(document, reading.version, edits)), pasted: { first, count } };
  }
  const cells = await inferPastedText(clipboard, designed.read, new AbortController().signal);
  if (cells === undefined) return { failure: pasteFailureMessage(result.failure) };
  const { dataTypes } = await settings.validation(document.uri);
  const values = valuesToInsert(cells.tables, dataTypes);
  const { operation, first, count } = operationToAdd(listFor(cells, item.length > 0), values, item, design);
  if (cells.leftOut !== undefined) void notify('warning', cells.leftOut);
  return { ...(await applyOperations(designed, reading, [operation])), pasted: { first, count } };
}

function pasteFailureMessage(failure: PasteFailure): string {
  switch (failure.kind) {
    case 'no-items':
      return l10n.t(
        'The clipboard contains no table or column. Copy JSON, YAML, SQL with CREATE TABLE, or cells with a header row, and try again.',
      );
    case 'too-long':
      return l10n.t(
        'The text in the clipboard is too large for the designer. Paste it into the text instead.',
      );
    case 'no-table':
      return l10n.t('Columns belong to a table. Select a table or a column, and paste again.');
    default:
      return editFailureMessage(failure);
  }
}

/** A quick fix that the view offers. */
export interface Offer {
  readonly title: string;
  apply(): Promise<EditResult>;
}

/** Finds the quick fixes for problems of a reading. */
export async function findFixes(
  designed: DesignedDocument,
  { text, format, version }: VersionReading,
  problems: readonly Problem[],
): Promise<Offer[]> {
  const { document, settings, checks } = designed;
  const found = await checks.quickFixes(text, format, await settings.validation(document.uri), problems);
  const offers = found.map(async ({ fix }): Promise<Offer[]> => {
    if (fix.kind === 'edit') {
      const { start, end, newText, isSnippet } = fix.edit;
      const edit = { start, end, newText: isSnippet ? placeholderDefaults(newText) : newText };
      const valueAt = isSnippet ? start + edit.newText.trimEnd().length - 1 : undefined;
      const apply = async () => ({ ...(await applyTextEdits(document, version, [edit])), valueAt });
      return [{ title: fix.title, apply }];
    }
    const home = await homeOf(fix.declaration, document.uri, settings);
    const apply = async () => {
      await home?.declare();
      return {};
    };
    return home ? [{ title: home.title, apply }] : [];
  });
  return (await Promise.all(offers)).flat();
}
