import type { FormatInput } from '../../data-format.ts';
import { areAllText } from '../../head/header-notes.ts';
import { SeveralTables } from '../../head/several-tables.ts';
import { type ChosenStart, chosenStart } from '../../head/table-start.ts';
import { InferenceError } from '../../inference-error.ts';
import { RowCount } from '../../notes.ts';
import { kind } from '../../values/kinds.ts';
import { arrayRow, isBlankArray } from './array-row.ts';
import type { ReadRows } from './object-profiler.ts';

/** Finds the tables among arrays, and keeps the largest. */
export class ArrayTables {
  readonly #tables: SeveralTables;
  readonly #input: FormatInput;
  readonly #chosen: ChosenStart;
  #isAfterBlank = false;
  readonly #nulls = new RowCount();
  /** Among rows that are kept. */
  #keptNulls = 0;

  /** `table`: the name of all. */
  constructor(input: FormatInput, table: string | undefined) {
    this.#input = input;
    this.#chosen = chosenStart(input.choices);
    this.#tables = new SeveralTables({ ...input, known: input.knownNames(table) });
  }

  /** Of arrays whose columns have these names, and which have no header. */
  static named(names: readonly string[], input: FormatInput): ArrayTables {
    const choices = { ...input.choices, skip: input.choices.skip ?? 0, headerRow: 1 };
    const tables = new ArrayTables({ ...input, choices, knownNames: () => undefined }, undefined);
    const header = new TextEncoder().encode(`${JSON.stringify(names)} `);
    tables.#add(header, 0, header.length - 1, 0);
    return tables;
  }

  /** Adds the array from `start` to `end`, whose JSON is valid. `number`: its place, from 1. */
  add(bytes: Uint8Array, start: number, end: number, number: number): void {
    if (number > this.#chosen.skip) this.#add(bytes, start, end, number);
  }

  #add(bytes: Uint8Array, start: number, end: number, number: number): void {
    const isAfterBlank = this.#isAfterBlank;
    this.#isAfterBlank = isBlankArray(bytes, start, end);
    if (this.#isAfterBlank) return;
    this.#addNulls();
    this.#tables.add(isAfterBlank, (isKept) =>
      arrayRow(isKept ? bytes.slice(start, end) : bytes.subarray(start, end), number),
    );
  }

  addNull(): void {
    this.#keptNulls++;
    this.#addNulls();
  }

  /** Counts `null` in place of rows, once it is known which row comes next. */
  #addNulls(): void {
    const { last, largest, isWaiting } = this.#tables;
    const { rows } = last ?? largest.found ?? {};
    if (isWaiting || rows === undefined || this.#keptNulls === 0) return;
    this.#nulls.add(rows + 1, this.#keptNulls);
    this.#keptNulls = 0;
  }

  /** The largest table; `undefined` if there is none, or if the arrays are no rows. `minWidth`: of its rows. */
  end(minWidth: number): ReadRows | undefined {
    this.#tables.end();
    this.#addNulls();
    const { largest } = this.#tables;
    const { found } = largest;
    if (found === undefined && this.#chosen.skip > 0) throw new InferenceError({ kind: 'no-record' });
    if (found === undefined) return undefined;
    const { rows, first, headerRows } = found.start;
    // Lists and objects are no values of a table.
    const isList = rows[first]?.kinds.some((each) => (each & (kind.list | kind.object)) !== 0);
    // Lists in an object are a table only if they have names.
    const isNamed = headerRows > 0 && found.rows > 0;
    if (isList || found.width < minWidth || (minWidth > 1 && !isNamed)) return undefined;
    const { table, names } = found.finish();
    const { header, headerRow } = this.#input.choices;
    const areUneven = found.above.isRagged || areAllText(table.columns.map(({ profile }) => profile));
    const notes = [...table.notes, ...this.#nulls.notes('nulls'), ...largest.notes('arrays')];
    const arrays = { names, first: found.firstRow };
    return {
      isSteady: table.columns.length > 0 && ((header ?? headerRow) !== undefined || !areUneven),
      table: (name, text) => ({ ...table, name, format: 'json', text: { ...text, arrays }, notes }),
    };
  }
}
