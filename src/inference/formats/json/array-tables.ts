import type { FormatInput } from '../../data-format.ts';
import { titleNotes } from '../../head/header-notes.ts';
import type { TableAbove } from '../../head/next-table.ts';
import { takeRemarks } from '../../head/remarks.ts';
import { type RowTable, SeveralTables, type SkippedKind } from '../../head/several-tables.ts';
import type { ColumnRange } from '../../head/side-by-side.ts';
import type { TableLayout } from '../../head/table-finder.ts';
import { checkColumnCount, checkNameLength } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { FirstFew, type TableNote } from '../../notes.ts';
import { quotedText } from '../../values/values.ts';
import { type ArrayRow, arrayHeadRows, isBlankArray, namesIn, valuesOf } from './array-rows.ts';
import type { ObjectProfiler } from './object-profiler.ts';

/** Finds the tables among arrays, and keeps the largest. */
export class ArrayTables {
  readonly #tables: SeveralTables<ArrayRow, ArrayTable>;
  readonly #others = new FirstFew<string>();
  #isAfterBlank = false;
  #keptBytes = 0;
  /** `null` among rows that are kept. */
  #nulls = 0;

  /** `newProfiler`: of a table. `table`: the name of all. */
  constructor(
    newProfiler: () => ObjectProfiler,
    { choices: { header }, nulls, knownNames, checkpoint }: FormatInput,
    table: string | undefined,
  ) {
    this.#tables = new SeveralTables({
      header,
      isStart: header !== undefined,
      known: knownNames(table),
      head: (rows) => {
        checkpoint.budget.work(rows.reduce((sum, { bytes }) => sum + bytes.length, 0));
        return arrayHeadRows(rows, nulls);
      },
      namesOf: (rows) => (first, last) => [namesIn(rows.slice(first, last + 1))],
      begin: (rows, layout, columns) =>
        new ArrayTable(newProfiler(), rows, { ...layout, columns, isDetected: header === undefined }),
      onBeside: (rows) => this.#others.add(`${rows[0]?.number}-${rows.at(-1)?.number}`),
      onOther: ({ first, last }) => this.#others.add(`${first}-${last}`),
    });
  }

  /** Of arrays whose columns have these names, and which have no header. */
  static named(names: readonly string[], newProfiler: () => ObjectProfiler, input: FormatInput): ArrayTables {
    const choices = { ...input.choices, header: true };
    const tables = new ArrayTables(
      newProfiler,
      { ...input, choices, knownNames: () => undefined },
      undefined,
    );
    const header = new TextEncoder().encode(`${JSON.stringify(names)} `);
    tables.add(header, 0, header.length - 1, 0);
    return tables;
  }

  /** Adds the array from `start` to `end`, whose JSON is valid. `number`: its place, from 1. */
  add(bytes: Uint8Array, start: number, end: number, number: number): void {
    if (isBlankArray(bytes, start, end)) {
      this.#isAfterBlank = true;
      return;
    }
    const isAfterBlank = this.#isAfterBlank;
    this.#isAfterBlank = false;
    if (this.#tables.isData(isAfterBlank, this.#keptBytes >= limits.headBytes)) {
      this.#addNulls();
      this.#tables.last?.addBytes(bytes, start, end, number);
      return;
    }
    const { kept = [] } = this.#tables;
    this.#keptBytes = end - start + (kept.length === 0 ? 0 : this.#keptBytes);
    kept.push({ number, isAfterBlank, bytes: bytes.slice(start, end + 1).fill(0x20, end - start) });
  }

  addNull(): void {
    this.#nulls++;
    if (this.#tables.kept === undefined) this.#addNulls();
  }

  #addNulls(): void {
    const { objects } = this.#tables.last ?? this.#tables.largest ?? {};
    if (objects && this.#nulls > 0) objects.nulls.add(objects.rows + 1, this.#nulls);
    this.#nulls = 0;
  }

  /** The largest table; `undefined` if there is none. */
  end(): ArrayTable | undefined {
    this.#tables.end();
    this.#addNulls();
    const { largest } = this.#tables;
    const { count, items } = this.#others;
    if (largest && count > 0)
      largest.notes.push({ kind: 'other-tables', count, ranges: items, isOfArrays: true });
    return largest;
  }
}

interface ArrayLayout extends TableLayout {
  /** Whether nobody said whether there is a header. */
  readonly isDetected: boolean;
  /** Those of the table, if there are others beside it. */
  readonly columns: ColumnRange | undefined;
}

/** A table whose rows are arrays. */
export class ArrayTable implements RowTable<ArrayRow> {
  readonly objects: ObjectProfiler;
  readonly notes: TableNote[];
  /** Whether the first row has an object or a list, so that the arrays are no rows. */
  readonly isList: boolean;
  readonly hasHeader: boolean;
  readonly first: number;
  last: number;
  readonly #names: readonly string[];
  readonly #own: ColumnRange | undefined;
  /** The place of the array below the header, from 0. */
  readonly #firstRow: number;
  readonly #header: Uint8Array | undefined;

  constructor(
    objects: ObjectProfiler,
    rows: readonly ArrayRow[],
    { first, header, headerRows, isDetected, columns }: ArrayLayout,
  ) {
    this.objects = objects;
    this.#own = columns;
    const titles = rows.slice(0, first);
    const named = rows.slice(first, first + headerRows);
    const [top] = rows.slice(first);
    const values = top ? valuesOf(top) : [];
    this.hasHeader = headerRows > 0;
    this.isList = values.some((value) => value instanceof Object);
    const width = Math.max(...rows.slice(first).map((row) => valuesOf(row).length));
    const names = headerRows > 0 ? namesIn(named) : Array.from({ length: width }, () => '');
    this.#names = header === 'unnamed-first' ? ['', ...names] : names;
    checkColumnCount(this.#names.length);
    for (const [column, name] of this.#names.entries()) {
      checkNameLength(name.length, 0);
      objects.shape.add(this.#isOwn(column) ? name : '');
    }
    objects.header = { kind: header, isDetected, titles: titles.length };
    const last = named.at(-1);
    // Where names are the same, rows that equal them may be data.
    const areDifferent = last && new Set(valuesOf(last)).size === valuesOf(last).length;
    this.#header = areDifferent ? last.bytes.subarray(0, -1) : undefined;
    this.first = top?.number ?? 0;
    this.last = last?.number ?? this.first;
    this.#firstRow = last?.number ?? this.first - 1;
    this.notes = [
      ...titleNotes(titles, ({ number, bytes }) => ({
        line: number,
        text: quotedText(bytes.subarray(0, -1)),
      })),
    ];
  }

  get rows(): number {
    return this.objects.rows;
  }

  get columns(): number {
    return this.#names.length;
  }

  get above(): TableAbove {
    const kinds = this.objects.shape.properties.map(({ profile }) => profile.kinds);
    const { missing, surplus } = this.objects.ragged;
    return { names: this.#names, kinds, isRagged: missing.count + surplus.count > 0 };
  }

  add({ bytes, number }: ArrayRow): void {
    this.addBytes(bytes, 0, bytes.length - 1, number);
  }

  /** Adds the array from `start` to `end`, unless it is that of the header. */
  addBytes(bytes: Uint8Array, start: number, end: number, number: number): void {
    const header = this.#header;
    this.last = number;
    if (header?.length === end - start && header.every((value, index) => value === bytes[start + index]))
      this.objects.skipped['repeated-header'].add(this.rows + 1);
    else this.objects.readArrayRow(bytes, start);
  }

  skip(rows: readonly ArrayRow[], kind: SkippedKind): void {
    this.last = rows.at(-1)?.number ?? this.last;
    this.objects.skipped[kind].add(this.rows + 1, rows.length);
  }

  /** What is beside the table is no column of it. */
  end(): void {
    const { shape, rows } = this.objects;
    for (const [column, { profile }] of shape.properties.entries())
      if (!this.#isOwn(column)) profile.forget(profile.kinds);
    // It counts the empty values.
    shape.columns(rows);
    const properties = shape.properties.map(({ name, profile }) => ({ sourceName: name, profile }));
    this.notes.push(...takeRemarks(properties, rows));
    const named = shape.columns(rows);
    const names = shape.properties.map(
      ({ profile }) => named.find((column) => column.profile === profile)?.name ?? '',
    );
    this.objects.arrays = { names, first: this.#firstRow };
  }

  #isOwn(column: number): boolean {
    return this.#own === undefined || (column >= this.#own.left && column <= this.#own.right);
  }
}
