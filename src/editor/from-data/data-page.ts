import { l10n, type Uri, type ViewColumn, type WebviewPanel, window } from 'vscode';
import type {
  DataPageAnswer,
  DataPageContent,
  FromDataPage,
  Strings,
  ToDataPage,
} from '../../data-view/messages.ts';
import { limits } from '../../inference/inference-limits.ts';
import { describeSkipped } from '../../inference/report/report.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { hasFractions, type InferredTable } from '../../inference/tables/inferred-table.ts';
import { decimalTypes } from '../../inference/values/data-types.ts';
import { printable } from '../../text/printable.ts';
import { showWebviewPage } from '../webview-page.ts';
import { keyOf, optionsFor, tablesOnPage } from './data-page-content.ts';
import { describeProblems, type FilesInEditor, type FromDataHost } from './infer-files.ts';
import { declareDecimalType, declaredDecimalType } from './questions.ts';

/** Reads the data. `undefined` if it is cancelled. */
export type ReadAgain = (
  reading: ReadingChoices,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => Promise<FilesInEditor | undefined>;

export interface DataPageQuestion extends Pick<DataPageContent, 'title' | 'formats' | 'selectsColumns'> {
  /** The label of the button. */
  readonly accept: string;
  readonly viewColumn: ViewColumn;
  /** What the settings of data types are for. */
  readonly resource: Uri;
  /** What was chosen before. */
  readonly reading?: ReadingChoices;
  /** Closes the page. */
  readonly signal?: AbortSignal;
}

export interface DataPageResult extends DataPageAnswer {
  readonly files: FilesInEditor;
  readonly reading: ReadingChoices;
  /** Without the columns that the user deselected, and without tables that have no others. */
  readonly tables: readonly InferredTable[];
}

/**
 * Shows what data files contain on a page, where the user decides how to read them, and what to do with the tables. A data
 * type for fractions that is chosen is added to the settings. Resolves when the user accepts; to `undefined` if the page is
 * closed.
 */
export async function askOnDataPage(
  host: Pick<FromDataHost, 'extensionUri' | 'settings'>,
  first: FilesInEditor,
  read: ReadAgain,
  question: DataPageQuestion,
): Promise<DataPageResult | undefined> {
  const { title, viewColumn, resource, signal } = question;
  if (signal?.aborted) return undefined;
  const panel = window.createWebviewPanel('dataset.dataPage', printable(title), viewColumn, {
    retainContextWhenHidden: true,
  });
  const page = new DataPage(panel, first, read, question, await declaredDecimalType(host, resource));
  signal?.addEventListener('abort', () => panel.dispose());
  return new Promise((resolve, reject) => {
    panel.onDidDispose(() => {
      page.cancelReading();
      resolve(undefined);
    });
    panel.webview.onDidReceiveMessage(async (message: FromDataPage) => {
      try {
        if (message.kind === 'ready') page.begin();
        else if (message.kind === 'read') await page.read(message.reading, message.isMerged);
        else {
          const result = await page.accept(message.answer, host);
          if (result === undefined) return;
          resolve(result);
          panel.dispose();
        }
      } catch (error) {
        reject(error);
      }
    });
    showWebviewPage(panel.webview, host.extensionUri, 'data');
  });
}

class DataPage {
  readonly #panel: WebviewPanel;
  readonly #readFiles: ReadAgain;
  readonly #question: DataPageQuestion;
  /** The data type for fractions that the settings have. */
  readonly #declared: string | undefined;
  /** What was read last, and how it was to be read. */
  #files: FilesInEditor;
  #reading: ReadingChoices;
  #isMerged: boolean;
  #status = '';
  /** Each choice of options reads the data again, and ends the reading that is under way. */
  #abort = new AbortController();
  #lastReading: Promise<void> = Promise.resolve();

  constructor(
    panel: WebviewPanel,
    first: FilesInEditor,
    read: ReadAgain,
    question: DataPageQuestion,
    declared: string | undefined,
  ) {
    this.#panel = panel;
    this.#readFiles = read;
    this.#question = question;
    this.#declared = declared;
    this.#files = first;
    this.#reading = question.reading ?? {};
    this.#isMerged = first.merged !== undefined;
  }

  begin(): void {
    // A menu that led here may have given the focus back to the text editor.
    this.#panel.reveal();
    this.#show();
  }

  read(reading: ReadingChoices, isMerged: boolean): Promise<void> {
    const isSame = JSON.stringify(this.#reading) === JSON.stringify(reading);
    this.#reading = reading;
    this.#isMerged = isMerged;
    if (isSame) this.#show();
    else {
      this.cancelReading();
      this.#abort = new AbortController();
      this.#lastReading = this.#readAgain(this.#abort.signal);
    }
    return this.#lastReading;
  }

  cancelReading(): void {
    this.#abort.abort();
  }

  /** What the user wants; `undefined` if nothing is left of the data. */
  async accept(
    answer: DataPageAnswer,
    host: Pick<FromDataHost, 'settings'>,
  ): Promise<DataPageResult | undefined> {
    await this.#lastReading;
    const tables = tablesWithout(this.#tables, new Set(answer.without));
    if (tables.length === 0) return undefined;
    const { selectsColumns, resource } = this.#question;
    if (this.#declared === undefined && selectsColumns && hasFractions(tables))
      await declareDecimalType(host, answer.decimalType, resource);
    return { ...answer, files: this.#files, reading: this.#reading, tables };
  }

  get #tables(): readonly InferredTable[] {
    return (this.#isMerged && this.#files.merged) || this.#files.tables;
  }

  async #readAgain(signal: AbortSignal): Promise<void> {
    const progress = (percent: number) => {
      if (!signal.aborted) this.#post({ kind: 'progress', text: l10n.t('Reading: {0} %', percent) });
    };
    progress(0);
    const files = await this.#readFiles(this.#reading, signal, progress);
    if (signal.aborted || files === undefined) return;
    this.#files = files;
    this.#status = l10n.t('The preview was updated.');
    this.#show();
  }

  #show(): void {
    const { title, accept, formats, selectsColumns } = this.#question;
    const { problems, schemas, merged } = this.#files;
    const tables = this.#tables;
    const declared = this.#declared;
    this.#post({
      kind: 'show',
      content: {
        formats,
        selectsColumns,
        // Only what becomes a part of a dataset has a data type to choose.
        decimalTypes:
          declared === undefined ? decimalTypes.slice(0, selectsColumns ? undefined : 1) : [declared],
        title: printable(title, limits.quotedLength),
        strings: stringsOf(accept),
        options: optionsFor(tables),
        reading: this.#reading,
        tables: tablesOnPage(tables, declared),
        skipped: schemas.flatMap(describeSkipped),
        problems: describeProblems(problems),
        isMerged: merged && this.#isMerged,
        status: this.#status,
      },
    });
  }

  #post(message: ToDataPage): void {
    void this.#panel.webview.postMessage(message);
  }
}

/** `keys`: of the columns to leave out. */
function tablesWithout(tables: readonly InferredTable[], keys: ReadonlySet<string>): InferredTable[] {
  return tables
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !keys.has(keyOf(table, name))),
    }))
    .filter(({ columns }) => columns.length > 0);
}

/** What leads to the page where data was read already. */
export function readingOptionsTitle(): string {
  return l10n.t('Options for Reading…');
}

function stringsOf(accept: string): Strings {
  return {
    accept,
    options: l10n.t('Options for Reading'),
    other: l10n.t('Other…'),
    textsHint: l10n.t('Separated by commas.'),
    format: l10n.t('Format'),
    decimalType: l10n.t('Data Type for Fractions'),
    decimalTypeHint: l10n.t(
      'If the dataset has fractions, the data type is added to the setting "dataset.dataTypes".',
    ),
    merge: l10n.t('Files with the same columns become one table'),
  };
}
