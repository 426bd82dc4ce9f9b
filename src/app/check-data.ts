import { itemsOf, nameIn, type Table } from '../dataset/dataset.ts';
import { readValue } from '../dataset/document.ts';
import type { Problem } from '../dataset/problem.ts';
import { foldedName } from '../dataset/rules/names.ts';
import { dataExtensions } from '../inference/formats/formats.ts';
import type { DataFile, InferredFile, ReadFiles, ReadFilesOptions } from '../inference/infer-sources.ts';
import { columnsOf, expectedColumns } from '../inference/tables/expected-columns.ts';
import { type InferredTable, tableNumber } from '../inference/tables/inferred-table.ts';
import { tidyName, UniqueNames, withoutExtension } from '../inference/unique-names.ts';
import { failure, type Result, success } from '../result.ts';
import { CheckFindings, type FileFindings } from './check-findings.ts';
import {
  blankFinding,
  type CheckTableOptions,
  checkTable,
  skippedParts,
  type TableFinding,
  unreadableFinding,
} from './check-table.ts';
import { isLeftOut } from './infer-dataset.ts';
import { describeFinding } from './messages/check-finding.ts';
import { describeInferenceFailure } from './messages/inference-failure.ts';
import {
  type DocumentToValidate,
  type TextValidation,
  type ValidatedDocument,
  validateDataset,
} from './validate-datasets.ts';

export type { CheckFinding } from './check-table.ts';

export interface CheckOptions
  extends CheckTableOptions,
    Pick<ReadFilesOptions, 'signal' | 'reading' | 'onProgress'> {
  /** The table of the dataset that all data belongs to; by default, it belongs to those of the same names. */
  readonly table?: string | undefined;
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
  checks?: TextValidation,
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
  { table, reading, ...options }: CheckOptions,
  read: ReadFiles,
): Promise<Result<CheckedData, CheckFailure>> {
  const all = tablesOf(dataset);
  const tables = table === undefined ? all : all.filter(({ name }) => isSameName(name, table));
  if (table !== undefined && tables.length === 0)
    return failure({ kind: 'no-such-table', tables: all.map(({ name }) => name) });

  const expected = tables.flatMap((table) => expectedColumns(table, options.decimalType));
  const readingChecked = { ...reading, expected };
  const check = new DataCheck(files, all, tables, { ...options, table, reading: readingChecked });
  const result = await read(files, {
    signal: options.signal,
    onProgress: options.onProgress,
    onFile: (file) => check.add(file),
    merge: false,
    reading: readingChecked,
  });
  return result === undefined ? failure({ kind: 'cancelled' }) : success(check.finish());
}

/** Checks files one after the other, and keeps nothing else of them. */
class DataCheck {
  readonly #files: readonly DataFile[];
  readonly #all: readonly Table[];
  readonly #tables: readonly Table[];
  readonly #options: CheckOptions;
  readonly #uncheckedTypes = new Set<string>();
  readonly #names: UniqueNames;
  readonly #findings: CheckFindings;
  #fits = true;
  readonly #checked: CheckedTable[] = [];
  #count = 0;
  /** The first file, if its table belongs to the dataset's only one in case that the data has no other. */
  #held: { readonly file: InferredFile; readonly found: FileFindings } | undefined;

  /** `all`: the tables of the dataset; `tables`: those that data can belong to. */
  constructor(
    files: readonly DataFile[],
    all: readonly Table[],
    tables: readonly Table[],
    options: CheckOptions,
  ) {
    this.#files = files;
    this.#all = all;
    this.#tables = tables;
    this.#options = options;
    this.#findings = new CheckFindings(options.reading);
    this.#names = new UniqueNames(
      files.map(({ name }) => withoutExtension(name, dataExtensions)),
      tableNumber,
    );
  }

  add(file: InferredFile): void {
    this.#count += file.tables.length;
    const isFirst = this.#count === 1 && file.tables.length === 1;
    const found = this.#findings.addFile(file.file);
    if (isFirst && this.#tables.length === 1 && this.#options.table === undefined)
      this.#held = { file, found };
    else this.#check(file, found, this.#options.table === undefined ? undefined : this.#tables[0]);
  }

  finish(): CheckedData {
    if (this.#held !== undefined) {
      const { file, found } = this.#held;
      const laterTables = this.#checked.splice(0);
      this.#check(file, found, this.#count === 1 ? this.#tables[0] : undefined);
      for (const table of laterTables) this.#checked.push(table);
    }
    const withData = new Set(this.#checked.map(({ table }) => table));
    return {
      fits: this.#fits,
      findings: this.#findings,
      tables: this.#checked,
      tablesWithoutData: this.#tables.map(({ name }) => name).filter((name) => !withData.has(name)),
    };
  }

  /** `only`: the table that all data belongs to. */
  #check(
    { file, tables, failure: unreadable, schema }: InferredFile,
    found: FileFindings,
    only: Table | undefined,
  ): void {
    const report = (finding: TableFinding) => {
      this.#fits &&= finding.severity !== 'error';
      this.#findings.add(found, finding);
    };
    if (unreadable !== undefined) {
      const finding = unreadableFinding(file, describeInferenceFailure(unreadable));
      report(
        isLeftOut({ file, failure: unreadable }, this.#files) ? { ...finding, severity: 'note' } : finding,
      );
    }
    for (const finding of skippedParts(schema, this.#tables)) report(finding);
    const pairs = tables.map((data) => this.#pair(data, only));
    for (const table of this.#tables)
      for (const { data } of pairs.filter((pair) => pair.table === table))
        for (const finding of checkTable(data, table, this.#options, this.#uncheckedTypes)) report(finding);
    for (const { data, name, table } of pairs) {
      this.#checked.push({ file, name, table: table?.name ?? null, rows: data.rows ?? null });
      if (table !== undefined) continue;
      const code = 'unknown-table';
      const message = describeFinding({ code, table: name, tables: this.#all.map((each) => each.name) });
      report({ ...blankFinding, file, table: name, code, message });
    }
  }

  #pair(data: InferredTable, only: Table | undefined) {
    const named = (wanted: string) => this.#tables.find(({ name }) => isSameName(name, wanted));
    const unique = this.#names.next(data.name);
    const name = tidyName(data.name) || unique;
    // A dataset that was inferred from files of equal names has a table of each.
    return { data, name, table: only ?? named(unique) ?? named(name) };
  }
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
