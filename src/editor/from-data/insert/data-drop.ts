import {
  type DataTransfer,
  DocumentDropEdit,
  type DocumentDropEditProvider,
  DocumentDropOrPasteEditKind,
  l10n,
  type Position,
  type TextDocument,
  Uri,
} from 'vscode';
import { type ListPlace, listPlaceAt, tableIndexAt } from '../../../dataset/language/list-place.ts';
import { isDataFile } from '../../../inference/formats/formats.ts';
import type { InferredTable } from '../../../inference/tables/inferred-table.ts';
import { plainText } from '../../../text/plain-text.ts';
import { formatOf } from '../../authoring/features/text-ranges.ts';
import { readData } from '../create/read-data.ts';
import { fileName } from '../file-name.ts';
import type { FromDataHost } from '../from-data-host.ts';
import { insertionEdit } from './insertion-edit.ts';

/** Files that are dropped at once. */
const maxFiles = 100;

/**
 * Inserts the tables of dropped data files; between two columns, the columns of a single file. It asks before VS Code inserts
 * them, because VS Code (as of 1.139) doesn't resolve an edit of a drop when the user selects it.
 */
export class DataDrop implements DocumentDropEditProvider {
  static readonly mimeType = 'text/uri-list';
  static readonly kind = DocumentDropOrPasteEditKind.Empty.append('dataset', 'data');
  readonly #host: () => Promise<FromDataHost>;

  constructor(host: () => Promise<FromDataHost>) {
    this.#host = host;
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    position: Position,
    transfer: DataTransfer,
  ): Promise<DocumentDropEdit[] | undefined> {
    const files = dataFiles((await transfer.get(DataDrop.mimeType)?.asString()) ?? '');
    if (files.length === 0 || files.length > maxFiles) return undefined;
    const [first] = files;
    const name = files.length === 1 && first ? plainText(fileName(first)) : undefined;
    const read = await readData(await this.#host(), files, {
      chooseTables: async ({ tables }) => tables,
      title: name === undefined ? l10n.t('Insert tables from data files') : l10n.t('Columns of {0}', name),
      placeHolder: l10n.t("Deselect the columns that you don't need"),
    });
    // VS Code would insert the path of the file if there were no edit.
    if (read === undefined) return [new DocumentDropEdit('', undefined, DataDrop.kind)];
    const { selected: tables } = read;

    const place = await placeOf(document, position);
    const edits = [
      ...(place.list === 'columns' && tables.length === 1
        ? [await dropEdit(document, place, tables, l10n.t('Insert columns from {0}', name ?? ''))]
        : []),
      await dropEdit(
        document,
        await tablePlace(document, position, place),
        tables,
        name === undefined ? l10n.t('Insert tables from data files') : l10n.t('Insert table from {0}', name),
      ),
    ];
    return edits.filter((edit) => edit !== undefined);
  }
}

/** The data files in a list of URIs (RFC 2483, section 5). */
function dataFiles(list: string): Uri[] {
  return list
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => parseUri(line) ?? [])
    .filter(({ path }) => isDataFile(path));
}

function parseUri(text: string): Uri | undefined {
  try {
    return Uri.parse(text);
  } catch {
    // Another program made the list.
    return undefined;
  }
}

async function placeOf(document: TextDocument, position: Position): Promise<ListPlace> {
  const place = await listPlaceAt(document.getText(), formatOf(document), document.offsetAt(position));
  return place ?? tablePlace(document, position);
}

/** After the table at a position; where there is none, at the end. */
async function tablePlace(document: TextDocument, position: Position, place?: ListPlace): Promise<ListPlace> {
  if (place?.list === 'tables') return place;
  const table = await tableIndexAt(document.getText(), formatOf(document), document.offsetAt(position));
  return { list: 'tables', index: table === undefined ? undefined : table + 1 };
}

async function dropEdit(
  document: TextDocument,
  place: ListPlace,
  tables: readonly InferredTable[],
  title: string,
): Promise<DocumentDropEdit | undefined> {
  const additionalEdit = await insertionEdit(document, place, tables);
  if (additionalEdit === undefined) return undefined;
  const edit = new DocumentDropEdit('', title, DataDrop.kind);
  edit.additionalEdit = additionalEdit;
  return edit;
}
