import {
  type CancellationToken,
  type DataTransfer,
  DocumentDropOrPasteEditKind,
  DocumentPasteEdit,
  type DocumentPasteEditContext,
  type DocumentPasteEditProvider,
  l10n,
  type Range,
  type TextDocument,
  type WorkspaceEdit,
} from 'vscode';
import { abortSignalOf } from '../../abort-signal.ts';
import { runOnDocument, type TaskChecking } from '../../authoring/checking/text-checks.ts';
import { askOnDataPage, readingOptionsTitle } from '../data-page.ts';
import { type FromDataHost, withProblems } from '../infer-files.ts';
import { insertionEdit, insertionQuestion } from './insertion-edit.ts';
import { inferPastedText, readPastedText } from './pasted-text.ts';

/** Inserts copied cells or lines as a table in `tables`, and as columns in `columns`. */
export class DataPaste implements DocumentPasteEditProvider {
  static readonly mimeType = 'text/plain';
  static readonly kind = DocumentDropOrPasteEditKind.Empty.append('dataset', 'data');
  /** What the edits **Options for Reading…** insert. */
  readonly #withOptions = new WeakMap<
    DocumentPasteEdit,
    (token: CancellationToken) => Promise<WorkspaceEdit | undefined>
  >();
  readonly #host: () => Promise<FromDataHost>;
  readonly #checking: TaskChecking;

  constructor(host: () => Promise<FromDataHost>, checking: TaskChecking) {
    this.#host = host;
    this.#checking = checking;
  }

  async provideDocumentPasteEdits(
    document: TextDocument,
    ranges: readonly Range[],
    transfer: DataTransfer,
    _context: DocumentPasteEditContext,
    token: CancellationToken,
  ): Promise<DocumentPasteEdit[] | undefined> {
    const [range] = ranges;
    if (range === undefined || ranges.length > 1 || !range.isEmpty) return undefined;
    const pasted = await transfer.get(DataPaste.mimeType)?.asString();
    if (!pasted) return undefined;
    const { read, extensionUri } = await this.#host();
    const table = await inferPastedText(pasted, read, abortSignalOf(token));
    if (!table) return undefined;
    const task = { kind: 'list-place', offset: document.offsetAt(range.start) } as const;
    const place = await runOnDocument(document, task, this.#checking, token);
    if (place === undefined) return undefined;
    const additionalEdit = await insertionEdit(document, place, [table], this.#checking, token);
    if (additionalEdit === undefined) return undefined;
    const title = place.list === 'tables' ? l10n.t('Insert as a table') : l10n.t('Insert as columns');
    const edit = new DocumentPasteEdit('', title, DataPaste.kind);
    edit.additionalEdit = additionalEdit;
    const withOptions = new DocumentPasteEdit('', readingOptionsTitle(), DataPaste.kind);
    this.#withOptions.set(withOptions, async (resolveToken) => {
      const answer = await askOnDataPage(
        extensionUri,
        { tables: [table], merged: undefined, problems: [] },
        async (reading, signal) => {
          const inferred = await readPastedText(pasted, read, { reading, signal });
          return inferred && withProblems(inferred);
        },
        insertionQuestion(title, document.uri, resolveToken),
      );
      return answer && insertionEdit(document, place, answer.tables, this.#checking, resolveToken);
    });
    return [edit, withOptions];
  }

  /** Asks how to read the text, when the user selects that. If the user cancels, nothing is inserted. */
  async resolveDocumentPasteEdit(
    edit: DocumentPasteEdit,
    token: CancellationToken,
  ): Promise<DocumentPasteEdit> {
    const additionalEdit = await this.#withOptions.get(edit)?.(token);
    if (additionalEdit) edit.additionalEdit = additionalEdit;
    return edit;
  }
}
