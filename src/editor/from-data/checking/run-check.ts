import type { Uri } from 'vscode';
import {
  type CheckedData,
  type CheckFailure,
  type CheckFinding,
  checkData,
  readDataset,
} from '../../../app/check/check-data.ts';
import { unreadableFinding } from '../../../app/check/check-table.ts';
import { describeInferenceFailure } from '../../../app/messages/inference-failure.ts';
import { itemsOf, nameIn } from '../../../dataset/dataset.ts';
import type { TextLayout } from '../../../inference/data-format.ts';
import type { ReadFilesOptions } from '../../../inference/infer-sources.ts';
import type { ReadingChoices } from '../../../inference/source.ts';
import type { DataEntry } from '../../../project/data-entry.ts';
import { readSource } from '../../documents/dataset-source.ts';
import { neighbour } from '../../studio/uris.ts';
import { type FromDataHost, openUris } from '../infer-files.ts';

/** Data files that are checked together against a dataset. */
export interface DataCheck {
  readonly dataset: Uri;
  readonly files: readonly Uri[];
  /** The position of the table that all data belongs to; by default, it belongs to those of the same names. */
  readonly table: number | undefined;
  readonly reading: ReadingChoices;
  /** Whether the user chose how to read them, and didn't leave that to their entry. */
  readonly isChosen: boolean;
  /** What the project file says of the files. */
  readonly entry: DataEntry | undefined;
}

export interface CheckResult extends DataCheck {
  readonly findings: readonly CheckFinding[];
  /** The names of the dataset's tables. */
  readonly tables: readonly (string | undefined)[];
  /** The tables of the data, and those of the dataset that they belong to. */
  readonly pairs: CheckedData['tables'];
  /** Where tables are in the text of files, by their labels. */
  readonly layouts: ReadonlyMap<string, ReadonlyMap<string, TextLayout> | undefined>;
}

/** Checks data files, as they are on the disk, against a dataset, as it is in its editor. */
export async function runCheck(
  check: DataCheck,
  host: FromDataHost,
  options: ReadFilesOptions,
): Promise<CheckResult | CheckFailure | 'invalid-dataset'> {
  const { dataset, files, table, reading, entry } = check;
  const value = await datasetValue(dataset, host);
  if (!value?.ok) return 'invalid-dataset';
  const tables = itemsOf(value.value, 'tables').map(nameIn);
  const opened = await openUris(host, files, options.signal, (uri) => uri.toString());
  const isOfEntry =
    entry !== undefined && neighbour(dataset, entry.dataset).toString() === dataset.toString();
  const { allowExtraColumns = false, allowMissingColumns = false, decimalType } = entry ?? {};
  const named = table === undefined && isOfEntry ? entry.table : tables[table ?? -1];
  const checked = await checkData(
    opened.files,
    value.value,
    { ...options, reading, table: named, allowExtraColumns, allowMissingColumns, decimalType },
    host.read,
  );
  if (!checked.ok) return checked.failure;
  const { findings, tables: pairs }: CheckedData = checked.value;
  const unopened = opened.failures.map(({ file, failure }) =>
    unreadableFinding(file, describeInferenceFailure(failure)),
  );
  const layouts = new Map(findings.files.map(({ file, layouts }) => [file, layouts]));
  return { ...check, tables, pairs, layouts, findings: [...unopened, ...findings] };
}

/** The value of a dataset, as it is in its editor; no success if it has errors. */
export async function datasetValue(uri: Uri, { settings }: FromDataHost) {
  const source = await readSource(uri);
  return source.ok ? readDataset({ ...source.value, settings: await settings.validation(uri) }) : undefined;
}
