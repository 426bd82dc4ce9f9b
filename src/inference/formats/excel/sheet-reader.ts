import { asciiText } from '../../bytes/ascii.ts';
import { kindOfDouble } from '../../columns/cell-column.ts';
import type { CellRange } from '../../head/head-row.ts';
import type { CellReading } from '../../head/row-table.ts';
import { chosenStart } from '../../head/table-start.ts';
import type { TableNote } from '../../notes.ts';
import { kind } from '../../values/kinds.ts';
import {
  type CellType,
  cellType,
  columnNumber,
  type DateSystem,
  isIsoDateType,
  isSerialDate,
  numberOf,
  parseRange,
  SerialDate,
  serialTimeText,
  styleNumber,
  type TimeFormat,
} from './cells.ts';
import { type SharedStrings, TextBuffer } from './shared-strings.ts';
import { SheetTables } from './sheet-tables.ts';
import type { XmlAttributes } from './xml-attributes.ts';
import type { XmlHandler } from './xml-scanner.ts';

/** What the cells of all sheets refer to. */
export interface WorkbookParts {
  readonly dateSystem: DateSystem;
  readonly strings: SharedStrings;
  /** For each style of cells the format by which it shows a date or a time. */
  readonly dateFormats: readonly (string | undefined)[];
  /** And those that show a time without a date. */
  readonly timeFormats: readonly (TimeFormat | undefined)[];
}

const trueBytes = new TextEncoder().encode('TRUE');
const falseBytes = new TextEncoder().encode('FALSE');

/** The seconds of a date in a workbook by the strict schema can have many more decimals. */
function withNineDecimals(date: string): string {
  return date.replace(/(\.\d{9})\d+/, '$1');
}

/** Whether a text has nothing but spaces, as CSV has empty fields. */
function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  if (first > 0x20 && first < 0x80) return false;
  return end - start < 100 && new TextDecoder().decode(bytes.subarray(start, end)).trim() === '';
}

/** Reads the cells of a sheet (section 18.3). */
export class SheetReader implements XmlHandler {
  readonly tables: SheetTables;
  readonly #workbook: WorkbookParts;
  readonly #value = new TextBuffer();
  /** Where cells are read. */
  readonly #range: CellRange;
  /** Its number in the sheet, from 1. */
  #row = 0;
  /** The cell that is being read; one object for all of them. */
  readonly #cell: { column: number; type: CellType; dateFormat: string | undefined } = {
    column: -1,
    type: 'number',
    dateFormat: undefined,
  };
  #timeFormat: TimeFormat | undefined;
  #hasFormula = false;
  #isIsoDate = false;
  /** Formulas whose values were never calculated. */
  #uncalculated = 0;
  #isInCell = false;
  #isValue = false;
  #isHint = false;

  constructor(workbook: WorkbookParts, input: CellReading) {
    this.#workbook = workbook;
    this.tables = new SheetTables(input);
    const { range = '' } = input.choices;
    const all = {
      top: chosenStart(input.choices).skip + 1,
      left: 0,
      bottom: Number.POSITIVE_INFINITY,
      right: Number.POSITIVE_INFINITY,
    };
    this.#range = parseRange(range)?.cells ?? all;
  }

  notes(): TableNote[] {
    return this.#uncalculated === 0 ? [] : [{ kind: 'uncalculated-formulas', count: this.#uncalculated }];
  }

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'row':
        this.#cell.column = -1;
        this.#row = attributes.find('r') ? styleNumber(attributes) : this.#row + 1;
        break;
      case 'c':
        this.#openCell(attributes);
        break;
      case 'f':
        this.#hasFormula = this.#isInCell;
        break;
      case 'v':
        this.#isValue = this.#isInCell;
        break;
      case 't':
        this.#isValue = this.#isInCell && !this.#isHint;
        break;
      case 'rPh':
        this.#isHint = true;
        break;
      case 'mergeCell': {
        const merged = parseRange(attributes.get('ref') ?? '')?.cells;
        if (merged !== undefined) this.tables.addMerged(merged);
        break;
      }
    }
  }

  text(bytes: Uint8Array, start: number, end: number, hasEntities: boolean): void {
    if (this.#isValue) this.#value.add(bytes, start, end, hasEntities);
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#isValue = false;
        break;
      case 'rPh':
        this.#isHint = false;
        break;
      case 'c':
        this.#closeCell();
        break;
      case 'sheetData':
        this.tables.end();
        break;
    }
  }

  #openCell(attributes: XmlAttributes): void {
    this.#isInCell = true;
    this.#hasFormula = false;
    this.#value.clear();
    const cell = this.#cell;
    cell.column = attributes.find('r') ? columnNumber(attributes) : cell.column + 1;
    cell.type = attributes.find('t') ? cellType(attributes) : 'number';
    this.#isIsoDate = cell.type === 'text' && isIsoDateType(attributes);
    const hasStyle = cell.type === 'number' && attributes.find('s');
    const style = hasStyle ? styleNumber(attributes) : -1;
    cell.dateFormat = this.#workbook.dateFormats[style];
    this.#timeFormat = this.#workbook.timeFormats[style];
  }

  #closeCell(): void {
    this.#isInCell = false;
    const { top, left, bottom, right } = this.#range;
    const cell = this.#cell;
    const isOutside = this.#row < top || this.#row > bottom || cell.column < left || cell.column > right;
    if (this.#hasFormula && this.#value.length === 0 && !isOutside) this.#uncalculated++;
    // An error such as `#N/A` is no value.
    if (this.#value.length === 0 || cell.type === 'error' || isOutside) return;
    this.#value.decode(cell.type === 'text');
    const { bytes, length } = this.#value;
    if (this.#isIsoDate) {
      const date = new TextEncoder().encode(withNineDecimals(asciiText(bytes, 0, length)));
      this.#add(date, 0, date.length);
      return;
    }
    if (cell.type !== 'shared') {
      // The buffer is used again.
      this.#add(bytes.slice(0, length), 0, length);
      return;
    }
    cell.type = 'text';
    const { strings } = this.#workbook;
    const index = strings.indexOf(bytes, length);
    const start = strings.start(index);
    const end = strings.end(index);
    this.#add(strings.bytes, start, end);
  }

  /** The bytes stay as they are. */
  #add(bytes: Uint8Array, start: number, end: number): void {
    const { column, type, dateFormat } = this.#cell;
    if (type === 'text' && isBlank(bytes, start, end)) return;
    const value = type === 'number' ? numberOf(bytes, start, end) : Number.NaN;
    const time = this.#timeText(value);
    if (type === 'boolean') this.#addText(bytes[start] === 0x31 ? trueBytes : falseBytes, kind.boolean);
    else if (time !== undefined) this.#addText(new TextEncoder().encode(time), kind.text);
    else if (dateFormat !== undefined && isSerialDate(value)) {
      const date = new SerialDate(value, this.#workbook.dateSystem, dateFormat);
      this.tables.add(this.#row, { column, kind: kind.date, bytes, start, end, value, date });
    } else if (Number.isNaN(value))
      this.tables.add(this.#row, { column, kind: kind.text, bytes, start, end, value: undefined });
    else this.tables.add(this.#row, { column, kind: kindOfDouble(value), bytes, start, end, value });
  }

  #addText(bytes: Uint8Array, found: number): void {
    const { column } = this.#cell;
    this.tables.add(this.#row, { column, kind: found, bytes, start: 0, end: bytes.length, value: undefined });
  }

  /** A time without a date is text, as in CSV. */
  #timeText(serial: number): string | undefined {
    // The time of a day beyond the first is a date whose format doesn't show it.
    const isTime = this.#timeFormat === 'elapsed' || (this.#timeFormat === 'time' && serial < 1);
    return isTime && isSerialDate(serial) ? serialTimeText(serial) : undefined;
  }
}
