import { type Column, type DocumentFormat, itemsOf, nameIn, type Table } from '../dataset/dataset.ts';
import { readValue } from '../dataset/document.ts';
import type { Problem } from '../dataset/problem.ts';
import { foldedName } from '../dataset/rules/names.ts';
import type { DataFile, ReadFiles, ReadFilesOptions } from '../inference/infer-sources.ts';
import type { TableNote } from '../inference/notes.ts';
import { describeTableNote } from '../inference/report/describe-notes.ts';
import { columnsOf, expectedColumns } from '../inference/tables/expected-columns.ts';
import { dataTypeOf, type InferredTable } from '../inference/tables/inferred-table.ts';
import { type ColumnType, defaultDecimalType, typeNamed } from '../inference/values/data-types.ts';
import { failure, type Result, success } from '../result.ts';
import { describeFinding } from './messages/check-finding.ts';
import { describeInferenceFailure } from './messages/inference-failure.ts';

export interface CheckOptions extends ReadFilesOptions {
  /** The table of the dataset that all data belongs to; by default, it belongs to those of the same names. */
  readonly table?: string | undefined;
  /** Whether columns that only the data has are warnings. */
  readonly allowExtraColumns?: boolean;
  /** Whether columns that only the dataset has are warnings. */
  readonly allowMissingColumns?: boolean;
  /** A data type of fractions, beside `Double`, `Decimal`, and `Number`. */
  readonly decimalType?: string | undefined;
}

/** What data has that the dataset doesn't allow. Rows count from 1 below the header; what is absent is `null`. */
export interface CheckFinding {
  /** The label of the data file. */
  readonly file: string;
  /** The dataset's table; the data's, if the dataset has none for it. */
  readonly table: string | null;
  /** As the dataset spells it; an extra column as the data does. */
  readonly column: string | null;
  readonly code:
    | 'unknown-table'
    /** What the reader left out. */
    | 'skipped-data'
    /** Rows with fewer or more fields than the header. */
    | 'row-width'
    | 'missing-column'
    | 'extra-column'
    | 'unfit-value'
    | 'unreadable'
    /** A data type whose values Dataset Studio doesn't know. */
    | 'unchecked-type';
  readonly severity: 'error' | 'warning' | 'note';
  /** Of the first value, or the first row, that doesn't fit. */
  readonly row: number | null;
  /** In delimited text and NDJSON. */
  readonly line: number | null;
  readonly value: string | null;
  /** How many values or rows don't fit, or were left out. */
  readonly count: number | null;
  /** What happened, in sentences. */
  readonly message: string;
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
  readonly findings: readonly CheckFinding[];
  readonly tables: readonly CheckedTable[];
  /** Tables of the dataset that none of the data belongs to. */
  readonly tablesWithoutData: readonly string[];
}

export type CheckFailure =
  | { readonly kind: 'cancelled' }
  /** The dataset has no table of the given name. */
  | { readonly kind: 'no-such-table'; readonly tables: readonly string[] };

/** No data is checked against a dataset with errors; there is at least one. */
export interface InvalidDataset {
  readonly kind: 'invalid-dataset';
  readonly errors: readonly Problem[];
}

/** The value of a dataset that data can be checked against. `problems`: what a validation found, which may take a worker. */
export async function readDataset(
  content: Uint8Array,
  format: DocumentFormat,
  problems: readonly Problem[],
): Promise<Result<unknown, InvalidDataset>> {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return failure({ kind: 'invalid-dataset', errors });
  const read = await readValue(content, format);
  return read.ok ? read : failure({ kind: 'invalid-dataset', errors: read.failure.problems });
}

/** Whether data files fit a dataset, as `readDataset` returns it. All files are read whole, also if some can't be read. */
export async function checkData(
  files: readonly DataFile[],
  dataset: unknown,
  {
    table,
    allowExtraColumns = false,
    allowMissingColumns = false,
    decimalType,
    reading,
    ...options
  }: CheckOptions,
  read: ReadFiles,
): Promise<Result<CheckedData, CheckFailure>> {
  const all = tablesOf(dataset);
  const tables = table === undefined ? all : all.filter(({ name }) => isSameName(name, table));
  if (table !== undefined && tables.length === 0)
    return failure({ kind: 'no-such-table', tables: all.map(({ name }) => name) });

  const typeOf = (column: Column) => typeNamed(column.dataType, decimalType);
  const expected = tables.flatMap(({ columns }) => expectedColumns(columns, decimalType));
  const inferred = await read(files, { ...options, reading: { ...reading, expected } });
  if (inferred === undefined) return failure({ kind: 'cancelled' });

  const isOnly = tables.length === 1 && (table !== undefined || inferred.tables.length === 1);
  const named = (wanted: string) => tables.find(({ name }) => isSameName(name, wanted));
  const pairs = inferred.tables.map((data) => ({
    data,
    // A dataset that was inferred from files of equal names has a table of each.
    table: isOnly ? tables[0] : (named(data.name) ?? named(data.ownName ?? data.name)),
  }));
  const uncheckedTypes = new Set<string>();
  const findings = files.flatMap(({ label }) => {
    const unreadable = inferred.failures.find(({ file }) => file === label);
    if (unreadable !== undefined)
      return [unreadableFinding(label, describeInferenceFailure(unreadable.failure))];
    const ofFile = pairs.filter(({ data }) => data.source === label);
    return [
      ...tables.flatMap((each) =>
        ofFile
          .filter((pair) => pair.table === each)
          .flatMap(({ data }) =>
            checkTable(data, each, {
              typeOf,
              uncheckedTypes,
              allowExtraColumns,
              allowMissingColumns,
              decimalType,
            }),
          ),
      ),
      ...ofFile
        .filter((pair) => pair.table === undefined)
        .map(({ data: { name, ownName = name } }): CheckFinding => {
          const code = 'unknown-table';
          const message = describeFinding({ code, table: ownName, tables: all.map((each) => each.name) });
          return { ...blank, file: label, table: ownName, code, message };
        }),
    ];
  });
  return success({
    fits: findings.every(({ severity }) => severity !== 'error'),
    findings,
    tables: pairs.map(({ data, table: paired }) => ({
      file: data.source,
      name: data.ownName ?? data.name,
      table: paired?.name ?? null,
      rows: data.rows ?? null,
    })),
    tablesWithoutData: tables
      .filter((each) => !pairs.some((pair) => pair.table === each))
      .map(({ name }) => name),
  });
}

/** The unread file of a label, such as a folder. */
export function unreadableFinding(file: string, message: string): CheckFinding {
  return { ...blank, file, code: 'unreadable', message };
}

/** An error without any fact, with all properties in the order in which they are printed. */
const blank: CheckFinding = {
  file: '',
  table: null,
  column: null,
  code: 'unreadable',
  severity: 'error',
  row: null,
  line: null,
  value: null,
  count: null,
  message: '',
};

interface CheckedTableOptions extends Pick<CheckOptions, 'decimalType'> {
  readonly typeOf: (column: Column) => ColumnType | undefined;
  /** Data types that have a finding. */
  readonly uncheckedTypes: Set<string>;
  readonly allowExtraColumns: boolean;
  readonly allowMissingColumns: boolean;
}

function checkTable(
  data: InferredTable,
  { name: table, columns }: Table,
  {
    typeOf,
    uncheckedTypes,
    allowExtraColumns,
    allowMissingColumns,
    decimalType = defaultDecimalType,
  }: CheckedTableOptions,
): CheckFinding[] {
  const place = { ...blank, file: data.source, table };
  const dataColumns = new Map(data.columns.map((column) => [foldedName(column.name), column]));
  const findings = columns.flatMap((column): CheckFinding[] => {
    const at = { ...place, column: column.name };
    const found = dataColumns.get(foldedName(column.name));
    if (found === undefined) {
      const code = 'missing-column';
      const severity = allowMissingColumns ? 'warning' : 'error';
      return [{ ...at, code, severity, message: describeFinding({ code, table, column: column.name }) }];
    }
    const type = typeOf(column);
    const { dataType } = column;
    if (type === undefined) {
      if (uncheckedTypes.has(dataType)) return [];
      uncheckedTypes.add(dataType);
      const code = 'unchecked-type';
      return [{ ...at, code, severity: 'note', message: describeFinding({ code, dataType }) }];
    }
    const unfit = type === 'string' ? undefined : found.unfit?.[type];
    if (unfit === undefined) return [];
    const code = 'unfit-value';
    const first = unfit.first ?? { row: null, line: null, value: null };
    const facts = { ...first, line: first.line ?? null, count: unfit.count ?? null };
    const declared = dataTypeOf(found.type, decimalType);
    const message = describeFinding({ code, column: column.name, dataType, declared, ...facts });
    return [{ ...at, code, ...facts, message }];
  });
  const names = new Set(columns.map(({ name }) => foldedName(name)));
  const extra = data.columns.filter(({ name }) => !names.has(foldedName(name)));
  return [
    ...skippedData(data, place),
    ...rowWidth(data, place),
    ...findings,
    ...extra.map(({ name: column }): CheckFinding => {
      const code = 'extra-column';
      const severity = allowExtraColumns ? 'warning' : 'error';
      return { ...place, column, code, severity, message: describeFinding({ code, table, column }) };
    }),
  ];
}

/** What a note says that the reader left out; notes about anything else have no severity. */
const skippedSeverities: Partial<Record<TableNote['kind'], CheckFinding['severity']>> = {
  'skipped-tables': 'error',
  'other-tables': 'error',
  title: 'warning',
  comments: 'warning',
  nulls: 'warning',
  'repeated-properties': 'warning',
  'skipped-properties': 'note',
};

function skippedData({ notes }: InferredTable, place: CheckFinding): CheckFinding[] {
  return notes.flatMap((note) => {
    const severity = skippedSeverities[note.kind];
    if (severity === undefined) return [];
    const row = ('rows' in note && note.rows[0]) || null;
    const count = 'count' in note ? note.count : null;
    return [{ ...place, code: 'skipped-data', severity, row, count, message: describeTableNote(note) }];
  });
}

function rowWidth({ oddRows }: InferredTable, place: CheckFinding): CheckFinding[] {
  if (oddRows === undefined) return [];
  const { count, first, expectedFields, isWithoutValues } = oddRows;
  const { row, line = null, fields } = first;
  const code = 'row-width';
  const message = describeFinding({ code, count, row, fields, expectedFields });
  return [{ ...place, code, severity: isWithoutValues ? 'warning' : 'error', row, line, count, message }];
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
