import { CellColumn } from '../../columns/cell-column.ts';
import type { ProfiledColumn } from '../../columns/describe-column.ts';
import { InferenceError } from '../../failure.ts';
import { limits } from '../../limits.ts';
import { numberedColumn, uniqueNames } from '../../names.ts';
import type { TableNote } from '../../notes.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind, otherDateKinds, typeOf } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { FormatInput, ProfiledTable } from '../format.ts';
import {
  type CellType,
  cellType,
  columnNumber,
  type DateSystem,
  isSerialDate,
  isText,
  numberOf,
  serialDateText,
  styleNumber,
} from './cells.ts';
import type { SharedStrings } from './shared-strings.ts';
import { TextBuffer } from './shared-strings.ts';
import type { XmlAttributes } from './xml-attributes.ts';
import type { XmlHandler } from './xml-scanner.ts';

/** What the cells of all sheets refer to. */
export interface WorkbookParts {
  readonly strings: SharedStrings;
  readonly areDates: readonly boolean[];
  readonly dateSystem: DateSystem;
  readonly budget: WorkBudget;
}

/** A cell of the first row, kept until it is known whether the row is a header. */
interface FirstCell {
  readonly column: number;
  readonly type: CellType;
  readonly isDate: boolean;
  readonly value: Uint8Array;
}

/** Profiles the cells of a sheet (section 18.3) as columns. Blank rows are not counted. */
export class SheetReader implements XmlHandler {
  rows = 0;
  readonly #workbook: WorkbookParts;
  readonly #nulls: NullTexts;
  readonly #counted: (name: string) => number;
  readonly #header: boolean | undefined;
  readonly #columns = new Map<number, CellColumn>();
  readonly #value = new TextBuffer();
  #firstRow: FirstCell[] | undefined = [];
  /** Names in the header; `undefined`: there is none. */
  #names: ReadonlyMap<number, string> | undefined;
  #isRowCounted = false;
  /** Its number in the sheet, from 1. */
  #row = 0;
  /** Rows before the table. */
  readonly #skipped: number;
  #column = -1;
  #type: CellType = 'number';
  #isDate = false;
  #isInCell = false;
  #isValue = false;
  #isHint = false;

  constructor(
    workbook: WorkbookParts,
    { nulls, counted, choices }: Pick<FormatInput, 'nulls' | 'counted' | 'choices'>,
  ) {
    this.#counted = counted;
    this.#workbook = workbook;
    this.#nulls = nulls;
    const { header, headerRow, skip = headerRow === undefined ? 0 : headerRow - 1 } = choices;
    this.#header = headerRow === undefined ? header : true;
    this.#skipped = skip;
  }

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'row':
        this.#column = -1;
        this.#isRowCounted = false;
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
      case 'row':
        if (this.#firstRow !== undefined && this.#firstRow.length > 0) this.#endFirstRow(this.#firstRow);
        break;
    }
  }

  #openCell(attributes: XmlAttributes): void {
    this.#isInCell = true;
    this.#value.clear();
    this.#column = attributes.find('r') ? columnNumber(attributes) : this.#column + 1;
    this.#type = attributes.find('t') ? cellType(attributes) : 'number';
    this.#isDate =
      this.#type === 'number' &&
      attributes.find('s') &&
      this.#workbook.areDates[styleNumber(attributes)] === true;
  }

  #closeCell(): void {
    this.#isInCell = false;
    // An error such as `#N/A` is no value.
    if (this.#value.length === 0 || this.#type === 'error' || this.#row <= this.#skipped) return;
    this.#value.decode();
    const { bytes, length } = this.#value;
    if (this.#firstRow === undefined) {
      this.#addCell(this.#column, this.#type, this.#isDate, bytes, length);
      return;
    }
    this.#firstRow.push({
      column: this.#column,
      type: this.#type,
      isDate: this.#isDate,
      value: bytes.slice(0, length),
    });
    if (this.#firstRow.length > limits.columns) throw tooManyColumns();
  }

  #endFirstRow(cells: readonly FirstCell[]): void {
    const texts = new Map(cells.map((cell) => [cell.column, this.#textOf(cell)]));
    const isHeader =
      this.#header ?? cells.every((cell) => isText(cell.type) && !isDateText(texts.get(cell.column)));
    if ([...texts.values()].every((text) => text.length === 0)) {
      this.#firstRow = [];
      return;
    }
    this.#firstRow = undefined;
    if (isHeader) {
      this.#names = new Map([...texts].map(([column, text]) => [column, new TextDecoder().decode(text)]));
      for (const column of texts.keys()) this.#columnAt(column);
    } else
      for (const { column, type, isDate, value } of cells)
        this.#addCell(column, type, isDate, value, value.length);
  }

  /** The text of a cell of the header. */
  #textOf({ type, value }: FirstCell): Uint8Array {
    if (type !== 'shared') return value;
    const { strings } = this.#workbook;
    const index = strings.indexOf(value, value.length);
    return strings.bytes.subarray(strings.start(index), strings.end(index));
  }

  #addCell(column: number, type: CellType, isDate: boolean, bytes: Uint8Array, length: number): void {
    const { strings, dateSystem } = this.#workbook;
    let text = bytes;
    let start = 0;
    let end = length;
    if (type === 'shared') {
      const index = strings.indexOf(bytes, length);
      text = strings.bytes;
      start = strings.start(index);
      end = strings.end(index);
      if (start === end) return;
    }
    if (!this.#isRowCounted) {
      this.#isRowCounted = true;
      this.rows++;
    }
    const cells = this.#columnAt(column);
    if (isText(type)) cells.addText(this.rows, text, start, end);
    else if (type === 'boolean') cells.addBoolean(this.rows, bytes[0] === 0x31);
    else {
      const value = numberOf(bytes, 0, length);
      if (Number.isNaN(value)) cells.addText(this.rows, bytes, 0, length);
      else if (isDate && isSerialDate(value))
        cells.addDate(this.rows, value, () => serialDateText(value, dateSystem));
      else cells.addNumber(this.rows, value, bytes, 0, length, true);
    }
  }

  #columnAt(column: number): CellColumn {
    let cells = this.#columns.get(column);
    if (cells === undefined) {
      cells = new CellColumn(this.#nulls, this.#counted(this.#names?.get(column) ?? ''));
      this.#columns.set(column, cells);
      this.#workbook.budget.keepColumns(1);
      if (this.#columns.size > limits.columns) throw tooManyColumns();
    }
    return cells;
  }

  /** The sheet's table; `undefined` if it is empty. */
  table(name: string): ProfiledTable | undefined {
    if (this.#columns.size === 0) return undefined;
    const columns = [...this.#columns].sort(([a], [b]) => a - b);
    const sourceNames = columns.map(([column]) => this.#names?.get(column));
    const names = uniqueNames(
      sourceNames.map((each) => each ?? ''),
      numberedColumn,
    );
    const profiled = columns.map(([, { profile, values }], index): ProfiledColumn => {
      profile.empty = this.rows - values;
      return { name: names[index] ?? '', sourceName: sourceNames[index], profile };
    });
    return {
      name,
      format: 'xlsx',
      rows: this.rows,
      columns: profiled,
      encoding: 'utf-8',
      notes: this.#notes(profiled),
    };
  }

  #notes(columns: readonly ProfiledColumn[]): readonly TableNote[] {
    if (this.#names === undefined) return [];
    if (this.rows === 0) return [{ kind: 'only-header' }];
    const areAllText = columns.every(({ profile }) => (typeOf(profile.kinds) ?? 'string') === 'string');
    return areAllText && this.#header === undefined ? [{ kind: 'header-assumed' }] : [];
  }
}

/** Whether a text reads as a date; texts are never numbers or booleans. */
function isDateText(text: Uint8Array = new Uint8Array(0)): boolean {
  const dateKinds = kind.date | otherDateKinds;
  return text.length > 0 && (classify(text, 0, text.length, false, new IsoDateReader()) & dateKinds) !== 0;
}

function tooManyColumns(): InferenceError {
  return new InferenceError({ kind: 'too-many-columns', limit: limits.columns });
}
