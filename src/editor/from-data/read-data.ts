import { l10n, type Uri, ViewColumn } from 'vscode';
import type { InferredFiles, ReadFilesOptions } from '../../inference/infer-sources.ts';
import type { ReadingChoices } from '../../inference/source.ts';
import { fileName } from '../studio/uris.ts';
import { showFailure } from '../ui/notifications.ts';
import { withProgress } from '../ui/progress.ts';
import { askOnDataPage, type DataPageQuestion, type DataPageResult } from './data-page.ts';
import { describeFailures, type FromDataHost, inferFiles } from './infer-files.ts';

/** Reads data files, as their project says, and shows them on a page, where the user decides about them. `undefined` if the user cancels. */
export async function readOnDataPage(
  host: FromDataHost,
  files: readonly Uri[],
  question: DataPageQuestion,
): Promise<DataPageResult | undefined> {
  const reading = await commonReading(host, files);
  const first = await inferWithProgress(host, files, reading);
  if (first === undefined) return undefined;
  return askAboutFiles(host, files, first, { ...question, reading });
}

/** How the project file reads these files, if it reads all of them in the same way: the page has one choice for all. */
async function commonReading(
  { settings }: Pick<FromDataHost, 'settings'>,
  files: readonly Uri[],
): Promise<ReadingChoices | undefined> {
  const entries = await Promise.all(files.map((file) => settings.dataEntry(file)));
  const [first, ...others] = entries.map(({ entry }) => entry?.reading);
  return others.every((reading) => JSON.stringify(reading) === JSON.stringify(first)) ? first : undefined;
}

/** Asks on a page how to read data files that were read with `reading`. `accept`: what follows. `undefined` if the user cancels. */
export async function askHowToRead(
  host: FromDataHost,
  files: readonly Uri[],
  read: InferredFiles,
  { accept, reading }: { readonly accept: string; readonly reading: ReadingChoices },
): Promise<DataPageResult | undefined> {
  const [first] = files;
  if (first === undefined) return undefined;
  return askAboutFiles(host, files, read, {
    title:
      files.length === 1
        ? l10n.t('Options for Reading {0}', fileName(first))
        : l10n.t('Options for Reading {0} Data Files', files.length),
    accept,
    viewColumn: ViewColumn.Active,
    formats: [],
    dataset: first,
    selectsColumns: false,
    reading,
  });
}

function askAboutFiles(
  host: FromDataHost,
  files: readonly Uri[],
  first: InferredFiles,
  question: DataPageQuestion,
): Promise<DataPageResult | undefined> {
  // What the data is compared with is no choice on the page.
  const expected = question.reading?.expected;
  return askOnDataPage(
    host,
    first,
    (reading, signal, onPercent) =>
      inferFiles(host, files, {
        reading: { ...reading, expected },
        signal,
        onProgress: percents(onPercent),
      }),
    question,
  );
}

/** Reads data files with a progress that can be cancelled. `undefined` if it is, or after a message if none can be read. */
export async function inferWithProgress(
  host: FromDataHost,
  files: readonly Uri[],
  reading: ReadingChoices = {},
): Promise<InferredFiles | undefined> {
  if (files.length === 0) return undefined;
  const inferred = await withReadingProgress(files, (options) =>
    inferFiles(host, files, { ...options, reading }),
  );
  if (inferred === undefined || inferred.tables.length > 0) return inferred;
  showFailure(describeFailures(inferred.failures).join(' '));
  return undefined;
}

/** Reads data files with a progress that can be cancelled. */
export function withReadingProgress<Read>(
  files: readonly Uri[],
  read: (options: ReadFilesOptions) => Promise<Read>,
): Thenable<Read> {
  const [first] = files;
  const title =
    files.length === 1 && first
      ? l10n.t('Reading {0}', fileName(first))
      : l10n.t('Reading {0} data files', files.length);
  return withProgress(title, (signal, progress) =>
    read({
      signal,
      onProgress: percents((percent, increment) =>
        progress.report({ increment, message: l10n.t('{0} %', percent) }),
      ),
    }),
  );
}

/** Reports whole percents, and what was added to them: neither again, nor where the sizes are unknown. */
function percents(
  report: (percent: number, increment: number) => void,
): NonNullable<ReadFilesOptions['onProgress']> {
  let reported = 0;
  return ({ part }) => {
    const percent = Math.floor(Math.min(part, 1) * 100);
    if (!(percent > reported)) return;
    report(percent, percent - reported);
    reported = percent;
  };
}
