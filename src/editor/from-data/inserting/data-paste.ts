import {
  type CancellationToken,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  l10n,
  type WorkspaceEdit,
} from 'vscode';
import { inferPastedText, listFor } from '../../../app/pasted-text.ts';
import type { ListPlace } from '../../../dataset/language/list-place.ts';
import { runOnDocument } from '../../documents/run-on-document.ts';
import { notify } from '../../ui/notifications.ts';
import { abortSignalOf } from '../../ui/progress.ts';
import { askOnDataPage, readingOptionsTitle } from '../data-page.ts';
import type { FromDataHost } from '../infer-files.ts';
import { dataEditKind, insertionEdit, insertionQuestion } from './insertion-edit.ts';

export const pasteMimeType = 'text/plain';

/** Inserts copied cells or lines as a table in `tables`, and as columns in `columns`. */
export function dataPaste(host: FromDataHost) {
  /** What else happens when the user selects an edit, such as **Options for Reading…**, and what that inserts. */
  const edits = new WeakMap<
    DocumentPasteEdit,
    (token: CancellationToken) => Promise<WorkspaceEdit | undefined>
  >();
  return {
    provideDocumentPasteEdits: async (document, ranges, transfer, _context, token) => {
      const [range] = ranges;
      if (range === undefined || ranges.length > 1 || !range.isEmpty) return undefined;
      const pasted = await transfer.get(pasteMimeType)?.asString();
      if (!pasted) return undefined;
      const found = await inferPastedText(pasted, host.read, abortSignalOf(token));
      if (!found) return undefined;
      const { tables, leftOut, readAgain } = found;
      const task = { kind: 'listPlace', offset: document.offsetAt(range.start) } as const;
      const cursor = await runOnDocument(document, task, host, token);
      if (cursor === undefined) return undefined;
      const [{ rows }, ...others] = tables;
      const isInTable = cursor.list === 'columns';
      const becomesTables = listFor(found, isInTable) === 'tables';
      // Tables belong after the one at the cursor.
      const place: ListPlace =
        isInTable && becomesTables ? { list: 'tables', index: cursor.table + 1 } : cursor;
      const additionalEdit = await insertionEdit(document, place, tables, host, token);
      if (additionalEdit === undefined) return undefined;
      const asTables = others.length > 0 ? l10n.t('Insert as tables') : l10n.t('Insert as a table');
      const title = place.list === 'tables' ? asTables : l10n.t('Insert as columns');
      const offered = (label: string, additional: WorkspaceEdit) => {
        const offer = new DocumentPasteEdit('', label, dataEditKind);
        if (leftOut !== undefined)
          edits.set(offer, async () => {
            void notify('warning', leftOut);
            return undefined;
          });
        return Object.assign(offer, { additionalEdit: additional });
      };
      const edit = offered(title, additionalEdit);
      // A schema is read in one way.
      if (rows === undefined) {
        const asColumns =
          isInTable && others.length === 0
            ? await insertionEdit(document, cursor, tables, host, token)
            : undefined;
        return asColumns === undefined ? [edit] : [edit, offered(l10n.t('Insert as columns'), asColumns)];
      }
      const withOptions = new DocumentPasteEdit('', readingOptionsTitle(), dataEditKind);
      edits.set(withOptions, async (resolveToken) => {
        const answer = await askOnDataPage(
          host,
          { tables, merged: undefined, namesTables: false, schemas: [], failures: [] },
          (reading, signal) => readAgain({ reading, signal }),
          insertionQuestion(title, document.uri, resolveToken),
        );
        return (
          answer && insertionEdit(document, place, answer.tables, host, resolveToken, answer.decimalType)
        );
      });
      return [edit, withOptions];
    },
    // Asks how to read the text, when the user selects that. If the user cancels, nothing is inserted.
    resolveDocumentPasteEdit: async (edit, token) => {
      const additionalEdit = await edits.get(edit)?.(token);
      return additionalEdit ? Object.assign(edit, { additionalEdit }) : edit;
    },
  } satisfies DocumentPasteEditProvider;
}
