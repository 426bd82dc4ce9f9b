import {
  type CancellationToken,
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
import { showFailure } from '../../show-failure.ts';
import { readingOptionsTitle } from '../create/choose-reading.ts';
import { fileName } from '../file-name.ts';
import type { FromDataHost, InferFilesOptions } from '../from-data-host.ts';
import { insertionEdit } from './insertion-edit.ts';
import { InsertionWithOptions } from './insertion-with-options.ts';

/** Files that are dropped at once. */
const maxFiles = 100;

/**
 * Inserts the tables of dropped data files; between two columns, the columns of a single file. Asks how to read them only if
 * the user selects that among the edits of the drop.
 */
export class DataDrop implements DocumentDropEditProvider {
  static readonly mimeType = 'text/uri-list';
  static readonly kind = DocumentDropOrPasteEditKind.Empty.append('dataset', 'data');
  readonly #host: () => Promise<FromDataHost>;
  readonly #withOptions = new InsertionWithOptions<DocumentDropEdit>();

  constructor(host: () => Promise<FromDataHost>) {
    this.#host = host;
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    position: Position,
    transfer: DataTransfer,
    token: CancellationToken,
  ): Promise<DocumentDropEdit[] | undefined> {
    const files = dataFiles((await transfer.get(DataDrop.mimeType)?.asString()) ?? '');
    if (files.length === 0 || files.length > maxFiles) return undefined;
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    const tables = await this.#read(files, { signal: abort.signal });
    if (tables.length === 0) return undefined;

    const [first] = files;
    const name = files.length === 1 && first ? plainText(fileName(first)) : undefined;
    const place = await placeOf(document, position);
    const placeOfTables = await tablePlace(document, position, place);
    const insertsColumns = place.list === 'columns' && tables.length === 1;
    const edits = [
      ...(insertsColumns
        ? [await dropEdit(document, place, tables, l10n.t('Insert columns from {0}', name ?? ''))]
        : []),
      await dropEdit(
        document,
        placeOfTables,
        tables,
        name === undefined ? l10n.t('Insert tables from data files') : l10n.t('Insert table from {0}', name),
      ),
    ].filter((edit) => edit !== undefined);
    if (edits.length === 0) return [];
    const withOptions = this.#withOptions.add(
      new DocumentDropEdit('', readingOptionsTitle(), DataDrop.kind),
      tables,
      (reading) => this.#read(files, { signal: new AbortController().signal, reading }),
      (read) => insertionEdit(document, insertsColumns ? place : placeOfTables, read),
    );
    return [...edits, withOptions];
  }

  resolveDocumentDropEdit(edit: DocumentDropEdit): Promise<DocumentDropEdit> {
    return this.#withOptions.resolve(edit);
  }

  /** Shows why a file can't be read. */
  async #read(files: readonly Uri[], options: InferFilesOptions): Promise<readonly InferredTable[]> {
    const inferred = await (await this.#host()).inferFiles(files, options);
    const [failure] = inferred?.failures ?? [];
    if (failure) showFailure(l10n.t('{0}: {1}', failure.file, failure.message));
    return inferred?.tables ?? [];
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
