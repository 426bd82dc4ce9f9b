import {
  DocumentDropEdit,
  type DocumentDropEditProvider,
  l10n,
  Range,
  type TextDocument,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { ListPlace } from '../../../dataset/language/list-place.ts';
import { isDataFile } from '../../../inference/formats/formats.ts';
import { plainText } from '../../../text/plain-text.ts';
import { runOnDocument } from '../../documents/run-on-document.ts';
import { fileName } from '../../studio/uris.ts';
import type { FromDataHost } from '../infer-files.ts';
import { readOnDataPage } from '../read-data.ts';
import { dataEditKind, insertionEdit, insertionQuestion } from './insertion-edit.ts';

/** Files that are dropped at once. */
const maxFiles = 100;

export const dropMimeType = 'text/uri-list';

/**
 * Inserts the tables of dropped data files; between two columns, the columns of a single file. It asks before VS Code inserts
 * them, because VS Code (as of 1.139) doesn't resolve an edit of a drop when the user selects it.
 */
export const dataDrop = (host: FromDataHost) =>
  ({
    provideDocumentDropEdits: async (document, position, transfer, token) => {
      const files = dataFiles((await transfer.get(dropMimeType)?.asString()) ?? '');
      if (files.length === 0 || files.length > maxFiles) return undefined;
      const [first] = files;
      const name = files.length === 1 && first ? plainText(fileName(first)) : undefined;
      const title = name === undefined ? l10n.t('Insert tables from data files') : l10n.t('Insert {0}', name);
      const read = await readOnDataPage(host, files, insertionQuestion(title, document.uri, token));
      // VS Code would insert the path of the file if there were no edit.
      if (read === undefined) return [new DocumentDropEdit('', undefined, dataEditKind)];
      const { tables, decimalType } = read;

      const offset = document.offsetAt(position);
      const insert = async (place: ListPlace, title: string): Promise<DocumentDropEdit[]> => {
        const additionalEdit = await insertionEdit(document, place, tables, host, token, decimalType);
        if (additionalEdit === undefined) return [];
        return [Object.assign(new DocumentDropEdit('', title, dataEditKind), { additionalEdit })];
      };
      const place = await runOnDocument(document, { kind: 'listPlace', offset }, host, token);
      // After the table at the position; if there is none, at the end.
      const after = async (): Promise<ListPlace> => {
        const table = await runOnDocument(document, { kind: 'tableIndex', offset }, host, token);
        return { list: 'tables', index: table === undefined ? undefined : table + 1 };
      };
      const tableTitle = name === undefined ? title : l10n.t('Insert table from {0}', name);
      const columnTitle = l10n.t('Insert columns from {0}', name ?? '');
      revealNextChange(document);
      return [
        ...(place?.list === 'columns' && tables.length === 1 ? await insert(place, columnTitle) : []),
        ...(await insert(place?.list === 'tables' ? place : await after(), tableTitle)),
      ];
    },
  }) satisfies DocumentDropEditProvider;

/** VS Code shows the place of the drop: what is inserted can be far from it. */
function revealNextChange(document: TextDocument): void {
  const registration = workspace.onDidChangeTextDocument(
    ({ document: changed, contentChanges: [change] }) => {
      if (changed !== document || change === undefined) return;
      registration.dispose();
      const start = document.positionAt(change.rangeOffset);
      const end = document.positionAt(change.rangeOffset + change.text.length);
      for (const editor of window.visibleTextEditors)
        if (editor.document === document)
          editor.revealRange(new Range(start, end), TextEditorRevealType.InCenterIfOutsideViewport);
    },
  );
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
