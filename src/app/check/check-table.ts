import type { Table } from '../../dataset/dataset.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import { defaultDecimalType } from '../../dataset/rules/type-names.ts';
import type { ListedColumn } from '../../inference/columns/unfit-values.ts';
import { hasTables } from '../../inference/data-format.ts';
import { isSchemaFormat } from '../../inference/formats/formats.ts';
import type { SchemaSource } from '../../inference/infer-sources.ts';
import { dataTypeOf, type InferredTable } from '../../inference/inferred-table.ts';
import { type ColumnNote, noteChoices, noteOption, type TableNote } from '../../inference/notes.ts';
import { describeColumnNote } from '../../inference/report/describe-column-note.ts';
import { describeTableNote } from '../../inference/report/describe-table-note.ts';
import type { NoteHint } from '../../inference/report/report.ts';
import { type ColumnType, typeNamed } from '../../inference/values/data-types.ts';
import { describeFinding, type FindingCause } from '../messages/check-finding.ts';

export interface CheckTableOptions {
  /** Whether columns that only the data has are warnings. */
  readonly allowExtraColumns?: boolean;
  /** Whether columns that only the dataset has are warnings. */
  readonly allowMissingColumns?: boolean;
  /** A data type of fractions, beside `Double`, `Decimal`, and `Number`. */
  readonly decimalType?: string | undefined;
  /** What a front end adds to a note: the option that reads the values in another way. */
  readonly hint?: NoteHint;
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
    /** What is not in the encoding that it should be in. */
    | 'wrong-encoding'
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

/** An error without any fact, with all properties in the order in which they are printed. */
export const blankFinding: CheckFinding = {
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

/** The unread file of a label, such as a folder. */
export function unreadableFinding(file: string, message: string): CheckFinding {
  return { ...blankFinding, file, code: 'unreadable', message };
}

export function findingOf(
  place: CheckFinding,
  severity: CheckFinding['severity'],
  cause: FindingCause,
  facts?: Partial<CheckFinding>,
): CheckFinding {
  return { ...place, code: cause.code, severity, ...facts, message: describeFinding(cause) };
}

/** What lists all values that a finding is about. */
export interface ListedFinding extends ListedColumn {
  /** The column's, as the dataset spells it. */
  readonly dataType: string;
}

/** `listed`: present if values were read. */
export type TableFinding = CheckFinding & { readonly listed?: ListedFinding };

/** `uncheckedTypes`: data types that have a finding. */
export function checkTable(
  data: InferredTable,
  { name: table, columns }: Table,
  {
    allowExtraColumns,
    allowMissingColumns,
    decimalType = defaultDecimalType,
    hint = () => '',
  }: CheckTableOptions,
  uncheckedTypes: Set<string>,
): TableFinding[] {
  const place = { ...blankFinding, file: data.source, table };
  const isSchema = isSchemaFormat(data.format);
  const dataColumns = new Map(data.columns.map((column) => [foldedName(column.name), column]));
  const findings = columns.flatMap((column): TableFinding[] => {
    const at = { ...place, column: column.name };
    const found = dataColumns.get(foldedName(column.name));
    if (found === undefined) {
      const severity = allowMissingColumns ? 'warning' : 'error';
      return [findingOf(at, severity, { code: 'missing-column', table, column: column.name, isSchema })];
    }
    const type = typeNamed(column.dataType, decimalType);
    const { dataType } = column;
    if (type === undefined) {
      if (uncheckedTypes.has(dataType)) return [];
      uncheckedTypes.add(dataType);
      return [findingOf(at, 'note', { code: 'unchecked-type', dataType })];
    }
    const unfit = type === 'string' ? undefined : found.unfit?.[type];
    if (unfit === undefined) return [];
    const first = unfit.first ?? { row: null, line: found.line, value: null };
    const facts = { ...first, line: first.line ?? null, count: unfit.count ?? null };
    const declared = dataTypeOf(found.type, decimalType);
    const cause = { code: 'unfit-value', column: column.name, dataType, declared, ...facts } as const;
    const { listed } = unfit;
    const finding = findingOf(at, 'error', cause, facts);
    const message = finding.message + howToRead(found.notes, type, unfit.count, hint);
    return [{ ...finding, message, ...(listed && { listed: { ...listed, dataType } }) }];
  });
  const names = new Set(columns.map(({ name }) => foldedName(name)));
  const extra = data.columns.filter(({ name }) => !names.has(foldedName(name)));
  return [
    ...skippedData(data, place),
    ...rowWidth(data, place),
    ...wrongEncoding(data, place, hint),
    ...findings,
    ...extra.map(({ name: column, line = null }) => {
      const severity = allowExtraColumns ? 'warning' : 'error';
      const cause = { code: 'extra-column', table, column, isSchema } as const;
      return findingOf({ ...place, column }, severity, cause, { line });
    }),
  ];
}

/** Why values don't have a type, and the option that reads them in another way. Empty if there is none. */
function howToRead(
  notes: readonly ColumnNote[],
  type: ColumnType,
  count: number | undefined,
  hint: NoteHint,
): string {
  const note = notes.find((each) => readsAs(type, each));
  if (note) return ` ${describeColumnNote(note)}${hint(note)}`;
  const missing = notes.flatMap((each) => (each.kind === 'null-text' && !each.isEmpty ? [each] : []));
  const texts = missing.map(({ text }) => text);
  const areAll = missing.reduce((sum, each) => sum + each.count, 0) === count;
  if (texts.length === 0 || !areAll) return '';
  return ` ${missing.map(describeColumnNote).join(' ')}${hint({ kind: 'missing-texts', columns: 1, texts })}`;
}

/** Whether an option that a note proposes may make values of this type. */
function readsAs(type: ColumnType, note: ColumnNote): boolean {
  if (noteChoices(note).length === 0 || type === 'bool') return false;
  return (note.kind === 'other-dates') === (type === 'DateTime');
}

/** What a note says that the reader left out; notes about anything else have no severity. */
const skippedSeverities: Partial<Record<TableNote['kind'], CheckFinding['severity']>> = {
  'skipped-tables': 'error',
  'other-tables': 'error',
  title: 'warning',
  comments: 'warning',
  remarks: 'warning',
  'repeated-header': 'warning',
  'rule-lines': 'note',
  nulls: 'warning',
  'repeated-properties': 'warning',
  'skipped-properties': 'note',
};

function skippedData({ notes }: InferredTable, place: CheckFinding): CheckFinding[] {
  return notes.flatMap((note) => {
    const severity = skippedSeverities[note.kind];
    if (severity === undefined) return [];
    return [{ ...place, code: 'skipped-data', severity, ...factsOf(note), message: describeTableNote(note) }];
  });
}

/** What only shows the data of tables, unless the dataset has a table of its name. */
const derived: ReadonlySet<string> = new Set(['view', 'virtual table', 'schema union']);

/** What can't be read of a schema or a database. */
export function skippedParts(schema: SchemaSource | undefined, tables: readonly Table[]): CheckFinding[] {
  const known = new Set(tables.map(({ name }) => foldedName(name)));
  const isKnown = (name: string) => known.has(foldedName(name.slice(name.lastIndexOf('.') + 1)));
  return (schema?.skipped ?? []).filter(hasTables).map((part): CheckFinding => {
    const { what, count, names } = part;
    const severity = derived.has(what) && !names.some(isKnown) ? 'warning' : 'error';
    const place = { ...blankFinding, file: schema?.source ?? '', count };
    return findingOf(place, severity, { code: 'skipped-data', parts: [part] });
  });
}

function rowWidth({ oddRows }: InferredTable, place: CheckFinding): CheckFinding[] {
  if (oddRows === undefined) return [];
  const { count, first, expectedFields, isWithoutValues } = oddRows;
  const { row, line = null, fields } = first;
  const cause = { code: 'row-width', count, row, fields, expectedFields } as const;
  return [findingOf(place, isWithoutValues ? 'warning' : 'error', cause, { row, line, count })];
}

/** What `infer` says about the encoding of a text. */
function wrongEncoding({ notes }: InferredTable, place: CheckFinding, hint: NoteHint): CheckFinding[] {
  return notes.flatMap((note) => {
    if (noteOption(note) !== 'encoding') return [];
    const message = describeTableNote(note) + hint(note);
    return [{ ...place, code: 'wrong-encoding', severity: 'warning', ...factsOf(note), message }];
  });
}

/** Where a note of a table is, and about how much. */
function factsOf(note: TableNote): Pick<CheckFinding, 'row' | 'line' | 'count'> {
  return {
    row: ('rows' in note && note.rows[0]) || null,
    line: ('line' in note && note.line) || null,
    count: 'count' in note ? note.count : null,
  };
}
