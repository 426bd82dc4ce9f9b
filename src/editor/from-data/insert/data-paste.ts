import {
  type DataTransfer,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditProvider,
  l10n,
  type Range,
  type TextDocument,
} from 'vscode';
import { listPlaceAt } from '../../../dataset/language/list-place.ts';
import { formatOf } from '../../authoring/features/text-ranges.ts';
import { insertionEdit } from './insertion-edit.ts';
import { inferPastedText } from './pasted-text.ts';

/** Inserts copied cells or lines as a table in `tables`, and as columns in `columns`. */
export class DataPaste implements DocumentPasteEditProvider {
  static readonly mimeType = 'text/plain';
  static readonly kind = DocumentDropOrPasteEditKind.Empty.append('dataset', 'data');

  async provideDocumentPasteEdits(
    document: TextDocument,
    ranges: readonly Range[],
    transfer: DataTransfer,
  ): Promise<DocumentPasteEdit[] | undefined> {
    const [range] = ranges;
    if (range === undefined || ranges.length > 1 || !range.isEmpty) return undefined;
    const pasted = await transfer.get(DataPaste.mimeType)?.asString();
    const table = pasted === undefined ? undefined : await inferPastedText(pasted);
    if (table === undefined) return undefined;
    const place = await listPlaceAt(document.getText(), formatOf(document), document.offsetAt(range.start));
    if (place === undefined) return undefined;
    const additionalEdit = await insertionEdit(document, place, [table]);
    if (additionalEdit === undefined) return undefined;
    const title = place.list === 'tables' ? l10n.t('Insert as a table') : l10n.t('Insert as columns');
    const edit = new DocumentPasteEdit('', title, DataPaste.kind);
    edit.additionalEdit = additionalEdit;
    return [edit];
  }
}
