import { l10n, type Uri, type ViewColumn, window } from 'vscode';
import type {
  DataPageAnswer,
  DataPageContent,
  FromDataPage,
  Strings,
  ToDataPage,
} from '../../data-view/messages.ts';
import { limits } from '../../inference/inference-limits.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { hasFractions, type InferredTable } from '../../inference/tables/inferred-table.ts';
import { decimalTypes } from '../../inference/values/data-types.ts';
import { printable } from '../../text/printable.ts';
import { viewFolder, webviewPage } from '../webview-page.ts';
import { keyOf, optionsFor, refusalOf, tablesOnPage } from './data-page-content.ts';
import { declareDecimalType, declaredDecimalType } from './decimal-type.ts';
import { describeProblems, type FilesInEditor } from './infer-files.ts';

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
  extensionUri: Uri,
  first: FilesInEditor,
  read: ReadAgain,
  {
    title,
    accept,
    viewColumn,
    resource,
    reading: chosen = {},
    signal: closing,
    ...question
  }: DataPageQuestion,
): Promise<DataPageResult | undefined> {
  if (closing?.aborted) return undefined;
  const folder = viewFolder(extensionUri);
  const panel = window.createWebviewPanel('dataset.dataPage', printable(title), viewColumn, {
    enableScripts: true,
    localResourceRoots: [folder],
    retainContextWhenHidden: true,
  });
  const declared = declaredDecimalType(resource);
  let files = first;
  /** The last that could be read: what was chosen then can still be seen. */
  let shown = first.merged ?? first.tables;
  let reading = chosen;
  let isMerged = files.merged !== undefined;
  let status = '';
  let abort = new AbortController();
  let reads: Promise<void> = Promise.resolve();
  const post = (message: ToDataPage) => void panel.webview.postMessage(message);
  const tables = () => (isMerged && files.merged) || files.tables;
  const show = () => {
    const refusal = tables().length === 0 ? refusalOf(files.problems, reading) : undefined;
    if (tables().length > 0) shown = tables();
    post({
      kind: 'show',
      content: {
        ...question,
        // Only what becomes a part of a dataset has a data type to choose.
        decimalTypes:
          declared === undefined
            ? decimalTypes.slice(0, question.selectsColumns ? undefined : 1)
            : [declared],
        title: printable(title, limits.quotedLength),
        strings: stringsOf(accept),
        options: optionsFor(shown, refusal),
        reading,
        tables: tablesOnPage(refusal === undefined ? tables() : shown, declared),
        problems: describeProblems(files.problems.filter((problem) => problem !== refusal?.problem)),
        isMerged: files.merged && isMerged,
        status: refusal ? '' : status,
      },
    });
  };
  const readAgain = async ({ signal }: AbortController) => {
    const progress = (percent: number) => {
      if (!signal.aborted) post({ kind: 'progress', text: l10n.t('Reading: {0} %', percent) });
    };
    progress(0);
    const again = await read(reading, signal, progress);
    if (signal.aborted || again === undefined) return;
    files = again;
    status = l10n.t('The preview was updated.');
    show();
  };
  closing?.addEventListener('abort', () => panel.dispose());
  return new Promise<DataPageResult | undefined>((resolve, reject) => {
    panel.onDidDispose(() => {
      abort.abort();
      resolve(undefined);
    });
    panel.webview.onDidReceiveMessage(async (message: FromDataPage) => {
      switch (message.kind) {
        case 'ready':
          // A menu that led here may have given the focus back to the text editor.
          panel.reveal();
          return show();
        case 'read': {
          const isSame = JSON.stringify(reading) === JSON.stringify(message.reading);
          ({ reading, isMerged } = message);
          if (isSame) return show();
          abort.abort();
          abort = new AbortController();
          reads = readAgain(abort).catch(reject);
          return;
        }
        case 'accept': {
          await reads;
          const without = new Set(message.answer.without);
          const kept = tables()
            .map((table) => ({
              ...table,
              columns: table.columns.filter(({ name }) => !without.has(keyOf(table, name))),
            }))
            .filter(({ columns }) => columns.length > 0);
          if (kept.length === 0) return;
          if (declared === undefined && question.selectsColumns && hasFractions(kept))
            await declareDecimalType(message.answer.decimalType, resource);
          resolve({ ...message.answer, files, reading, tables: kept });
          panel.dispose();
        }
      }
    });
    panel.webview.html = webviewPage(panel.webview, folder, 'data');
  });
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
