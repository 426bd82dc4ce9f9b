import { itemsOf, nameIn, type Table } from '../../dataset/dataset.ts';
import { readValue } from '../../dataset/document.ts';
import type { Problem } from '../../dataset/problem.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import { dataExtensions } from '../../inference/formats/formats.ts';
import type { DataFile, InferredFile, ReadFiles, ReadFilesOptions } from '../../inference/infer-sources.ts';
import { type InferredTable, tableNumber } from '../../inference/inferred-table.ts';
import { columnsOf, expectedColumns } from '../../inference/tables/expected-columns.ts';
import { tidyName, UniqueNames, withoutExtension } from '../../inference/unique-names.ts';
import { failure, type Result, success } from '../../result.ts';
import type { TextChecking } from '../direct-checks.ts';
import { isLeftOut } from '../infer-dataset.ts';
import { describeInferenceFailure } from '../messages/inference-failure.ts';
import { type DocumentToValidate, type ValidatedDocument, validateDataset } from '../validate-datasets.ts';
import { CheckFindings, type FileFindings } from './check-findings.ts';
import {
  blankFinding,
  type CheckTableOptions,
  checkTable,
  findingOf,
  skippedParts,
  type TableFinding,
  unreadableFinding,
} from './check-table.ts';

export type { CheckFinding } from './check-table.ts';

export interface CheckOptions
  extends CheckTableOptions,
    Pick<ReadFilesOptions, 'signal' | 'reading' | 'onProgress'> {
  /** The table of the dataset that all data belongs to; by default, it belongs to those of the same names. */
  readonly table?: string | undefined;
  /** Receives what is found; by default new ones. */
  readonly findings?: CheckFindings;
}

/** A table of the data that was read. */
export interface CheckedTable {
  readonly file: string;
  readonly name: string;
  /** The dataset's table that it belongs to. */
  readonly table: string | null;
  readonly rows: number | null;
}

export interface CheckedData {
  /** Whether there is no error, and everything could be read. */
  readonly fits: boolean;
  /** In the order of the files, the dataset's tables, and its columns; then extra columns in the order of the data. */
  readonly findings: CheckFindings;
  readonly tables: readonly CheckedTable[];
  /** Tables of the dataset that none of the data belongs to. */
  readonly tablesWithoutData: readonly string[];
}

export type CheckFailure =
  | { readonly kind: 'cancelled' }
  /** The dataset has no table of the given name. */
  | { readonly kind: 'no-such-table'; readonly tables: readonly string[] };

/** No data is checked against a dataset with errors; there is at least one. */
export interface InvalidDataset extends Pick<ValidatedDocument, 'text'> {
  readonly kind: 'invalid-dataset';
  readonly errors: readonly Problem[];
}

/** The value of a dataset that data can be checked against. */
export async function readDataset(
  document: DocumentToValidate,
  checks?: Pick<TextChecking, 'problems'>,
): Promise<Result<unknown, InvalidDataset>> {
  const { problems, text } = await validateDataset(document, checks);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return failure({ kind: 'invalid-dataset', errors, text });
  const read = await readValue(document.content, document.format);
  return read.ok ? read : failure({ kind: 'invalid-dataset', errors: read.failure.problems, text });
}

/** Whether data files fit a dataset, as `readDataset` returns it. All files are read whole, also if some can't be read. */
export async function checkData(
  files: readonly DataFile[],
  dataset: unknown,
  { table: named, signal, onProgress, findings = new CheckFindings(), ...options }: CheckOptions,
  read: ReadFiles,
): Promise<Result<CheckedData, CheckFailure>> {
  const all = tablesOf(dataset);
  const tables = named === undefined ? all : all.filter(({ name }) => isSameName(name, named));
  if (named !== undefined && tables.length === 0)
    return failure({ kind: 'no-such-table', tables: all.map(({ name }) => name) });

  const expected = tables.flatMap((table) => expectedColumns(table, options.decimalType));
  const reading = { ...options.reading, expected };
  const checked: CheckedTable[] = [];
  const uncheckedTypes = new Set<string>();
  const pairOf = pairing(files, tables);
  let fits = true;

  /** `only`: the table that all data belongs to. */
  const check = (
    { file, tables: found, failure: unreadable, schema }: InferredFile,
    place: FileFindings,
    only: Table | undefined,
  ) => {
    const report = (finding: TableFinding) => {
      fits &&= finding.severity !== 'error';
      findings.add(place, finding);
    };
    if (unreadable !== undefined) {
      const finding = unreadableFinding(file, describeInferenceFailure(unreadable));
      const isNote = isLeftOut({ file, failure: unreadable }, files);
      report(isNote ? { ...finding, severity: 'note' } : finding);
    }
    for (const finding of skippedParts(schema, tables)) report(finding);
    const pairs = found.map((data) => pairOf(data, only));
    place.layouts = new Map(
      pairs.flatMap(({ data, name, table }) =>
        data.text ? [[table?.name ?? name, data.text] as const] : [],
      ),
    );
    for (const table of tables)
      for (const { data } of pairs.filter((pair) => pair.table === table))
        for (const finding of checkTable(data, table, options, uncheckedTypes)) report(finding);
    for (const { data, name, table } of pairs) {
      checked.push({ file, name, table: table?.name ?? null, rows: data.rows ?? null });
      if (table !== undefined) continue;
      const cause = { code: 'unknown-table', table: name, tables: all.map((each) => each.name) } as const;
      report(findingOf({ ...blankFinding, file, table: name }, 'error', cause));
    }
  };
  /** Checks the first table of the data, which belongs to the dataset's only one if the data has no other. */
  let checkFirst: ((only?: Table) => void) | undefined;
  const onFile = (file: InferredFile) => {
    const place = findings.addFile(file.file, reading);
    if (file.tables.length > 0) {
      checkFirst?.();
      checkFirst = undefined;
    }
    const isFirst = checked.length === 0 && file.tables.length === 1;
    if (isFirst && tables.length === 1 && named === undefined)
      checkFirst = (only) => check(file, place, only);
    else check(file, place, named === undefined ? undefined : tables[0]);
  };

  const result = await read(files, { signal, onProgress, onFile, merge: false, reading });
  if (result === undefined) return failure({ kind: 'cancelled' });
  checkFirst?.(tables[0]);
  const withData = new Set(checked.map(({ table }) => table));
  const tablesWithoutData = tables.map(({ name }) => name).filter((name) => !withData.has(name));
  return success({ fits, findings, tables: checked, tablesWithoutData });
}

/** Finds the dataset's table that a table of the data belongs to. `only`: the one that all data belongs to. */
function pairing(files: readonly DataFile[], tables: readonly Table[]) {
  const names = new UniqueNames(
    files.map(({ name }) => withoutExtension(name, dataExtensions)),
    tableNumber,
  );
  const find = (wanted: string) => tables.find(({ name }) => isSameName(name, wanted));
  return (data: InferredTable, only: Table | undefined) => {
    const unique = names.next(data.name);
    const name = tidyName(data.name) || unique;
    // A dataset that was inferred from files of equal names has a table of each.
    return { data, name, table: only ?? find(unique) ?? find(name) };
  };
}

function isSameName(name: string, other: string): boolean {
  return foldedName(name) === foldedName(other);
}

/** The tables of a dataset; what its rules let pass is left out where it has no name or no data type. */
function tablesOf(dataset: unknown): Table[] {
  return itemsOf(dataset, 'tables').flatMap((table): Table[] => {
    const name = nameIn(table);
    return name === undefined ? [] : [{ name, columns: columnsOf(table) }];
  });
}
