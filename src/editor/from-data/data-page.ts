import { l10n, type Uri, type ViewColumn, window } from 'vscode';
import { tablesOf } from '../../app/infer-dataset.ts';
import type {
  DataPageAnswer,
  DataPageContent,
  DataStrings,
  FromDataPage,
  ToDataPage,
} from '../../data-view/data-messages.ts';
import { decimalTypes } from '../../dataset/rules/type-names.ts';
import type { InferredFiles } from '../../inference/infer-sources.ts';
import { limits } from '../../inference/inference-limits.ts';
import { hasFractions, type InferredTable } from '../../inference/inferred-table.ts';
import { describeSkipped } from '../../inference/report/report.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { printable } from '../../text/printable.ts';
import { showWebviewPage } from '../ui/webview-page.ts';
import { keyOf, optionsFor, tablesOnPage } from './data-page-content.ts';
import { type DecimalType, decimalTypeOf } from './data-questions.ts';
import { describeFailures, type FromDataHost } from './infer-files.ts';

/** Reads the data. `undefined` if it is cancelled. */
export type ReadAgain = (
  reading: ReadingChoices,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
) => Promise<InferredFiles | undefined>;

export interface DataPageQuestion extends Pick<DataPageContent, 'title' | 'formats' | 'selectsColumns'> {
  /** The label of the button. */
  readonly accept: string;
  readonly viewColumn: ViewColumn;
  /** The dataset, also one that doesn't exist yet. */
  readonly dataset: Uri;
  /** What was chosen before. */
  readonly reading?: ReadingChoices;
  /** Closes the page. */
  readonly signal?: AbortSignal;
}

export interface DataPageResult extends DataPageAnswer {
  readonly files: InferredFiles;
  readonly reading: ReadingChoices;
  /** Without the tables and columns that the user deselected, and without tables that have no others. */
  readonly tables: readonly InferredTable[];
}

/**
 * Shows what data files contain on a page, where the user decides how to read them, and what to do with the tables. Resolves when
 * the user accepts; to `undefined` if the page is closed.
 */
export async function askOnDataPage(
  host: Pick<FromDataHost, 'extensionUri' | 'settings'>,
  first: InferredFiles,
  readFiles: ReadAgain,
  question: DataPageQuestion,
): Promise<DataPageResult | undefined> {
  const { title, viewColumn, dataset, selectsColumns, signal } = question;
  const decimalType = await decimalTypeOf(host, dataset);
  if (signal?.aborted) return undefined;
  const panel = window.createWebviewPanel('dataset.dataPage', printable(title), viewColumn, {
    retainContextWhenHidden: true,
  });
  signal?.addEventListener('abort', () => panel.dispose());
  const post = (message: ToDataPage) => void panel.webview.postMessage(message);
  const shown = { files: first, reading: question.reading ?? {}, isMerged: !first.namesTables };
  const show = (status = '') =>
    post({ kind: 'show', content: contentOf(question, shown, decimalType, status) });

  const showUpdated = () => show(l10n.t('The preview was updated.'));

  /** Each choice of options reads the data again, and ends the reading that is under way. */
  let running = new AbortController();
  let lastReading = Promise.resolve();
  const readAgain = async ({ signal }: AbortController) => {
    const progress = (percent: number) => {
      if (!signal.aborted) post({ kind: 'progress', text: l10n.t('Reading: {0} %', percent) });
    };
    progress(0);
    const files = await readFiles(shown.reading, signal, progress);
    if (signal.aborted || files === undefined) return;
    shown.files = files;
    showUpdated();
  };
  /** What the user wants; `undefined` if nothing is left of the data. */
  const accept = async (answer: DataPageAnswer): Promise<DataPageResult | undefined> => {
    // While it is read, the user may choose other options.
    let awaited: Promise<void>;
    do {
      awaited = lastReading;
      await awaited;
    } while (awaited !== lastReading);
    const tables = tablesWithout(tablesOf(shown.files, shown.isMerged), new Set(answer.without));
    if (tables.length === 0) return undefined;
    if (decimalType.known === undefined && selectsColumns && hasFractions(tables))
      await decimalType.choose(answer.decimalType);
    return { ...answer, files: shown.files, reading: shown.reading, tables };
  };
  return new Promise((resolve, reject) => {
    const receive = async (message: FromDataPage) => {
      if (message.kind === 'ready') {
        // A menu that led here may have given the focus back to the text editor.
        panel.reveal();
        show();
      } else if (message.kind === 'read') {
        const isSame = JSON.stringify(shown.reading) === JSON.stringify(message.reading);
        shown.reading = message.reading;
        shown.isMerged = message.isMerged;
        if (isSame) return showUpdated();
        running.abort();
        running = new AbortController();
        lastReading = readAgain(running);
        await lastReading;
      } else {
        const result = await accept(message.answer);
        if (result === undefined) return;
        resolve(result);
        panel.dispose();
      }
    };
    panel.onDidDispose(() => {
      running.abort();
      resolve(undefined);
    });
    panel.webview.onDidReceiveMessage((message: FromDataPage) => receive(message).catch(reject));
    showWebviewPage(panel.webview, host.extensionUri, 'data');
  });
}

/** What was read last, and how it was to be read. */
interface ShownData {
  readonly files: InferredFiles;
  readonly reading: ReadingChoices;
  readonly isMerged: boolean;
}

function contentOf(
  { title, accept, formats, selectsColumns }: DataPageQuestion,
  shown: ShownData,
  { known, home }: DecimalType,
  status: string,
): DataPageContent {
  const { failures, schemas, merged } = shown.files;
  const tables = tablesOf(shown.files, shown.isMerged);
  return {
    formats,
    selectsColumns,
    // Only fractions that become a part of a dataset have a data type to choose.
    decimalTypes:
      known === undefined
        ? decimalTypes.slice(0, selectsColumns && hasFractions(tables) ? undefined : 1)
        : [known],
    title: printable(title, limits.quotedLength),
    strings: stringsOf(accept, home),
    options: optionsFor(tables),
    reading: shown.reading,
    ...tablesOnPage(tables, known),
    skipped: schemas.flatMap(describeSkipped),
    problems: describeFailures(failures),
    isMerged: merged && shown.isMerged,
    status,
  };
}

/** `keys`: of the tables and columns to leave out. */
function tablesWithout(tables: readonly InferredTable[], keys: ReadonlySet<string>): InferredTable[] {
  return tables
    .filter((table) => !keys.has(keyOf(table)))
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

/** `home`: where a data type is declared. */
function stringsOf(accept: string, home: string | undefined): DataStrings {
  return {
    accept,
    options: l10n.t('Options for Reading'),
    other: l10n.t('Other…'),
    textsHint: l10n.t('Separated by commas.'),
    format: l10n.t('Format'),
    decimalType: l10n.t('Data Type for Decimal Numbers'),
    decimalTypeHint: home
      ? l10n.t('If the dataset has decimal numbers, the data type is added to {0}.', home)
      : '',
    merge: l10n.t('Files with the same columns become one table'),
    filter: l10n.t('Filter Tables'),
    all: l10n.t('All'),
    none: l10n.t('None'),
    selected: l10n.t('{0} of {1} tables selected'),
  };
}
