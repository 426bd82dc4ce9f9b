import { type CellRange, cellType, columnNumber, parseRange, styleNumber } from './cells.ts';
import { type SharedStrings, TextBuffer } from './shared-strings.ts';
import type { CellStyle } from './sheet-names.ts';
import { type SheetInput, SheetTables } from './sheet-tables.ts';
import type { XmlAttributes } from './xml-attributes.ts';
import type { XmlHandler } from './xml-scanner.ts';

/** What the cells of all sheets refer to. */
export interface WorkbookParts {
  readonly strings: SharedStrings;
  /** For each style of cells the format by which it shows a date or a time. */
  readonly dateFormats: readonly (string | undefined)[];
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
  readonly #cell: CellStyle = { column: -1, type: 'number', dateFormat: undefined };
  #isInCell = false;
  #isValue = false;
  #isHint = false;

  constructor(workbook: WorkbookParts, input: SheetInput) {
    this.#workbook = workbook;
    this.tables = new SheetTables(input);
    const { headerRow = 1, skip = headerRow - 1, range = '' } = input.choices;
    const all = { top: skip + 1, left: 0, bottom: Number.POSITIVE_INFINITY, right: Number.POSITIVE_INFINITY };
    this.#range = parseRange(range)?.cells ?? all;
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
    this.#value.clear();
    const cell = this.#cell;
    cell.column = attributes.find('r') ? columnNumber(attributes) : cell.column + 1;
    cell.type = attributes.find('t') ? cellType(attributes) : 'number';
    const hasStyle = cell.type === 'number' && attributes.find('s');
    cell.dateFormat = hasStyle ? this.#workbook.dateFormats[styleNumber(attributes)] : undefined;
  }

  #closeCell(): void {
    this.#isInCell = false;
    const { top, left, bottom, right } = this.#range;
    const cell = this.#cell;
    const isOutside = this.#row < top || this.#row > bottom || cell.column < left || cell.column > right;
    // An error such as `#N/A` is no value.
    if (this.#value.length === 0 || cell.type === 'error' || isOutside) return;
    this.#value.decode(cell.type === 'text');
    const { bytes, length } = this.#value;
    if (cell.type !== 'shared') {
      this.tables.add(this.#row, cell, bytes, 0, length);
      return;
    }
    cell.type = 'text';
    const { strings } = this.#workbook;
    const index = strings.indexOf(bytes, length);
    const start = strings.start(index);
    const end = strings.end(index);
    if (start < end) this.tables.add(this.#row, cell, strings.bytes, start, end);
  }
}
