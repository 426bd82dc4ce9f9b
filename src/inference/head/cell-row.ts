import type { CellColumn } from '../columns/cell-column.ts';
import { classify } from '../values/classify.ts';
import type { IsoDateReader } from '../values/iso-date.ts';
import { kind, numberKinds } from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import type { HeadRow } from './head-row.ts';

/** A value in a carrier that says what is a text, a number, a boolean, or a list. */
export interface Cell {
  /** From 0. */
  readonly column: number;
  /** That of any text is `kind.text`. */
  readonly kind: number;
  /** Its text is from `start` to `end`. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** A number; of a date, one that grows with time. */
  readonly value?: number | undefined;
  /** Of a date that is no text: in ISO 8601, and as it is shown. */
  readonly date?: { readonly iso: string; readonly shown: string } | undefined;
}

/** A row of cells that are not empty. */
export interface CellRow {
  /** Its place in a sheet, or in a list, from 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
  /** How many cells it has, also empty ones; `undefined` where the carrier doesn't say it. */
  readonly fields?: number | undefined;
}

/** A row as the finder of tables knows it, which is kept until it is known what it is. */
export interface KeptRow extends HeadRow {
  readonly row: CellRow;
  /** Bytes that it takes in memory, about. */
  readonly size: number;
}

/** What a cell takes in memory beside its text. */
const sizeOfCell = 50;

export function keptRow(
  row: CellRow,
  isAfterBlank: boolean,
  nulls: NullTexts,
  dates: IsoDateReader,
): KeptRow {
  const { number, cells, fields } = row;
  const textOf = (index: number) => cells[index]?.date?.iso ?? textIn(cells[index]);
  return {
    row,
    size: cells.reduce((sum, { start, end }) => sum + sizeOfCell + end - start, 0),
    number,
    columns: cells.map(({ column }) => column),
    kinds: cells.map((cell) => kindOf(cell, nulls, dates)),
    ...(fields !== undefined && { fields }),
    isAfterBlank,
    isComment: textOf(0).startsWith('#'),
    isSpaced: cells.some((_, index) => index > 0 && /^\s|\s$/.test(textOf(index))),
    textOf,
    nameOf: (index) => cells[index]?.date?.shown ?? textIn(cells[index]),
  };
}

export function areSameCells(some: readonly Cell[], others: readonly Cell[]): boolean {
  return (
    some.length === others.length && some.every((cell, index) => isSameCell(cell, others[index] as Cell))
  );
}

function isSameCell(one: Cell, other: Cell): boolean {
  const length = one.end - one.start;
  if (one.column !== other.column || one.kind !== other.kind || other.end - other.start !== length)
    return false;
  for (let i = 0; i < length; i++)
    if (one.bytes[one.start + i] !== other.bytes[other.start + i]) return false;
  return true;
}

/** Adds the value of a cell to its column. */
export function addCell(column: CellColumn, row: number, cell: Cell): void {
  const { kind: found, bytes, start, end, value = 0, date } = cell;
  if (found === kind.text) column.addText(row, bytes, start, end);
  else if (found === kind.boolean) column.addBoolean(row, ((bytes[start] as number) & ~0x20) === 0x54);
  else if (date) column.addDate(row, value, () => date.iso);
  else if ((found & (kind.list | kind.object)) !== 0) column.addOther(found, row, bytes, start, end);
  else column.addNumber(found, row, value, bytes, start, end);
}

/** 0 for a value that stands for a missing one. A number in a text is none. */
function kindOf(
  { kind: known, bytes, start, end, value }: Cell,
  nulls: NullTexts,
  dates: IsoDateReader,
): number {
  if (known !== kind.text)
    return value !== undefined && nulls.findNumber(value, bytes, start, end) >= 0 ? 0 : known;
  if (nulls.find(bytes, start, end) >= 0) return 0;
  const found = classify(bytes, start, end, true, dates);
  return (found & (numberKinds | kind.boolean)) === 0 ? found : kind.text;
}

function textIn(cell?: Cell): string {
  return cell ? new TextDecoder().decode(cell.bytes.subarray(cell.start, cell.end)) : '';
}
