import { foldedName } from '../../dataset/rules/names.ts';
import type { DataFile, ReadFiles, ReadFilesOptions } from '../../inference/infer-sources.ts';
import type { DataEntry, EntryHome } from '../../project/data-entry.ts';
import { failure, type Result, success } from '../../result.ts';
import {
  type CheckedData,
  type CheckedTable,
  type CheckFailure,
  type CheckOptions,
  checkData,
} from './check-data.ts';
import { CheckFindings } from './check-findings.ts';

/** What data belongs to, and what it may lack or have. */
type Terms = Pick<CheckOptions, 'table' | 'allowExtraColumns' | 'allowMissingColumns' | 'decimalType'>;

/** Data files that are checked together against a dataset. */
export interface PlannedCheck<File> extends Terms {
  /** As the front end or an entry names it. */
  readonly dataset: string;
  readonly files: readonly File[];
  /** Of the entry that names the dataset. */
  readonly home: EntryHome | undefined;
}

/**
 * The checks of data files, by what the project file says of each. `given`: for all files; a dataset replaces those of the entries
 * and their tables, and all else replaces theirs one by one. Fails with the first file that has neither an entry nor a dataset.
 */
export function planChecks<File>(
  files: readonly { readonly file: File; readonly entry?: DataEntry | undefined }[],
  given: Terms & { readonly dataset?: string | undefined },
): Result<readonly PlannedCheck<File>[], File> {
  const plans = new Map<string, PlannedCheck<File> & { readonly files: File[] }>();
  for (const { file, entry } of files) {
    const dataset = given.dataset ?? entry?.dataset;
    if (dataset === undefined) return failure(file);
    const terms: Terms = {
      table: given.table ?? (given.dataset === undefined ? entry?.table : undefined),
      allowExtraColumns: given.allowExtraColumns || entry?.allowExtraColumns || false,
      allowMissingColumns: given.allowMissingColumns || entry?.allowMissingColumns || false,
      decimalType: given.decimalType ?? entry?.decimalType,
    };
    const key = JSON.stringify([dataset, ...Object.values(terms)]);
    const home = given.dataset === undefined ? entry?.home : undefined;
    const plan = plans.get(key) ?? { ...terms, dataset, files: [], home };
    plans.set(key, plan);
    plan.files.push(file);
  }
  return success([...plans.values()]);
}

export interface PlannedFailure {
  readonly plan: PlannedCheck<DataFile>;
  readonly failure: CheckFailure;
}

/** Checks data files as planned. `datasetOf`: the value of a dataset. The findings are in the order of `order`, the labels of the files. */
export async function checkPlanned(
  plans: readonly PlannedCheck<DataFile>[],
  order: readonly string[],
  datasetOf: (dataset: string) => unknown,
  {
    onProgress,
    ...options
  }: Pick<CheckOptions, 'hint'> & Pick<ReadFilesOptions, 'signal' | 'reading' | 'onProgress'>,
  read: ReadFiles,
): Promise<Result<CheckedData, PlannedFailure>> {
  const findings = new CheckFindings();
  const tables: CheckedTable[] = [];
  const withData = new Set<string>();
  const without = new Map<string, string>();
  const keyOf = (dataset: string, table: string) => JSON.stringify([dataset, foldedName(table)]);
  let fits = true;
  for (const [index, { files, home, dataset, ...terms }] of plans.entries()) {
    const progress: typeof onProgress = ({ part, ...rest }) =>
      onProgress?.({ ...rest, part: (index + part) / plans.length });
    const all = { ...options, ...terms, findings, onProgress: progress };
    const checked = await checkData(files, datasetOf(dataset), all, read);
    if (!checked.ok) return failure({ plan: { ...terms, files, home, dataset }, failure: checked.failure });
    fits &&= checked.value.fits;
    tables.push(...checked.value.tables);
    for (const { table } of checked.value.tables) if (table !== null) withData.add(keyOf(dataset, table));
    for (const table of checked.value.tablesWithoutData) without.set(keyOf(dataset, table), table);
  }
  const place = new Map(order.map((label, index) => [label, index]));
  findings.files.sort((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0));
  const tablesWithoutData = [...without].flatMap(([key, table]) => (withData.has(key) ? [] : [table]));
  return success({ fits, findings, tables, tablesWithoutData });
}
