import { env, l10n } from 'vscode';
import { editFailureMessage } from '../../dataset/edits/operation.ts';
import { operationToAdd, type PasteFailure, paste } from '../../designer/clipboard.ts';
import type { Design, Item } from '../../designer/design.ts';
import type { ChangeAnswer } from '../../designer/view-messages.ts';
import { indentOf } from '../authoring/features/text-ranges.ts';
import { valuesToInsert } from '../from-data/inserting/insertion-edit.ts';
import { inferPastedText } from '../from-data/inserting/pasted-text.ts';
import { notify } from '../notifications.ts';
import { applyOperations, applyTextEdits, type EditResult, tooLargeMessage } from './document-edits.ts';
import { type DesignedDocument, type DocumentReading, maxYamlInHost } from './document-reading.ts';

type PasteResult = EditResult & { readonly pasted?: ChangeAnswer['pasted'] };

/** Pastes tables or columns after an item; of copied cells, the columns, or a table where no table is; of SQL, all of its tables. */
export async function pasteAfter(
  item: Item,
  designed: DesignedDocument,
  reading: DocumentReading,
  design: Design,
): Promise<PasteResult> {
  const { document, checks, readData, settings } = designed;
  const clipboard = await env.clipboard.readText();
  const task = { kind: 'paste', text: clipboard, item, indent: indentOf(document) } as const;
  const result =
    reading.parsed === undefined || clipboard.length > maxYamlInHost
      ? await checks.runInWorker(task, reading.text, reading.format)
      : await paste(reading.parsed, clipboard, item, task.indent);
  if (result === undefined) return { kind: 'failed', message: tooLargeMessage() };
  if (result.ok) {
    const { edits, first, count } = result.value;
    return { ...(await applyTextEdits(designed, reading.version, edits)), pasted: { first, count } };
  }
  const cells = await inferPastedText(clipboard, readData, new AbortController().signal);
  if (cells === undefined) return { kind: 'failed', message: pasteFailureMessage(result.failure) };
  const { dataTypes } = await settings.validation(document.uri);
  const { operation, first, count } = operationToAdd(valuesToInsert(cells.tables, dataTypes), item, design);
  if (cells.leftOut !== undefined) void notify('warning', cells.leftOut);
  return { ...(await applyOperations(designed, reading, [operation])), pasted: { first, count } };
}

function pasteFailureMessage(failure: PasteFailure): string {
  switch (failure.kind) {
    case 'no-items':
      return l10n.t('The clipboard contains no table or column. Copy one as JSON or YAML, and try again.');
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
