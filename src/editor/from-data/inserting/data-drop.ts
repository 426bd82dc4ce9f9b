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
import type { ListPlace } from '../../../dataset/language/list-place.ts';
import { isDataFile } from '../../../inference/formats/formats.ts';
import { plainText } from '../../../text/plain-text.ts';
import type { ThreadTask } from '../../authoring/checking/check-thread.ts';
import { runOnDocument, type TaskChecking } from '../../authoring/checking/text-checks.ts';
import { type FromDataHost, fileName } from '../infer-files.ts';
import { readOnDataPage } from '../read-data.ts';
import { insertionEdit, insertionQuestion } from './insertion-edit.ts';

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
  readonly #checking: TaskChecking;

  constructor(host: () => Promise<FromDataHost>, checking: TaskChecking) {
    this.#host = host;
    this.#checking = checking;
  }

  async provideDocumentDropEdits(
    document: TextDocument,
    position: Position,
    transfer: DataTransfer,
    token: CancellationToken,
  ): Promise<DocumentDropEdit[] | undefined> {
    const files = dataFiles((await transfer.get(DataDrop.mimeType)?.asString()) ?? '');
    if (files.length === 0 || files.length > maxFiles) return undefined;
    const [first] = files;
    const name = files.length === 1 && first ? plainText(fileName(first)) : undefined;
    const title = name === undefined ? l10n.t('Insert tables from data files') : l10n.t('Insert {0}', name);
    const question = insertionQuestion(title, document.uri, token);
    const read = await readOnDataPage(await this.#host(), files, question);
    // VS Code would insert the path of the file if there were no edit.
    if (read === undefined) return [new DocumentDropEdit('', undefined, DataDrop.kind)];
    const { tables } = read;

    const offset = document.offsetAt(position);
    const run = <Task extends ThreadTask>(task: Task) => runOnDocument(document, task, this.#checking, token);
    const insert = async (place: ListPlace, title: string): Promise<DocumentDropEdit[]> => {
      const additionalEdit = await insertionEdit(document, place, tables, this.#checking, token);
      if (additionalEdit === undefined) return [];
      const edit = new DocumentDropEdit('', title, DataDrop.kind);
      edit.additionalEdit = additionalEdit;
      return [edit];
    };
    const place = await run({ kind: 'list-place', offset });
    const table = place?.list === 'tables' ? undefined : await run({ kind: 'table-index', offset });
    return [
      ...(place?.list === 'columns' && tables.length === 1
        ? await insert(place, l10n.t('Insert columns from {0}', name ?? ''))
        : []),
      ...(await insert(
        place?.list === 'tables' ? place : tablePlaceAfter(table),
        name === undefined ? title : l10n.t('Insert table from {0}', name),
      )),
    ];
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

/** After a table; if there is none, at the end. */
function tablePlaceAfter(table: number | undefined): ListPlace {
  return { list: 'tables', index: table === undefined ? undefined : table + 1 };
}
