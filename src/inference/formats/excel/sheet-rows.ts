import { type HeadRow, kindOfText } from '../../head/head-row.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { type DateSystem, isSerialDate, numberOf, serialDateText } from './cells.ts';
import { joinedName, rowTexts, type SheetCell, type SheetRow, spreadNames } from './sheet-names.ts';

/** Rows of a sheet as the finder of tables knows them. */
export function sheetHeadRows(
  rows: readonly SheetRow[],
  nulls: NullTexts,
  dateSystem: DateSystem,
): HeadRow[] {
  const dates = new IsoDateReader();
  return rows.map(({ cells, isAfterBlank }): HeadRow => {
    const texts = cells.map((cell) => () => textOf(cell, dateSystem));
    const first = texts[0]?.() ?? '';
    return {
      columns: cells.map(({ column }) => column),
      kinds: cells.map((cell) => kindOf(cell, nulls, dates)),
      isAfterBlank,
      isComment: first.startsWith('#'),
      isSpaced: texts.slice(1).some((text) => /^\s|\s$/.test(text())),
      textOf: (index) => texts[index]?.() ?? '',
    };
  });
}

/** The names that rows give to columns, if those of groups go on up to the next group. */
export function* sheetNames(rows: readonly SheetRow[], dateSystem: DateSystem): Generator<string[]> {
  const [last, ...upper] = rows.toReversed();
  const groups = upper.toReversed().map((row) => spreadNames(row, [], dateSystem));
  const names = [...groups, rowTexts(last, dateSystem)];
  const columns = new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)));
  yield [...columns].map((column) => joinedName(names, column) ?? '');
}

function kindOf({ type, dateFormat, value }: SheetCell, nulls: NullTexts, dates: IsoDateReader): number {
  if (type === 'boolean') return kind.boolean;
  if (type !== 'number') return kindOfText(value, nulls, dates);
  if (dateFormat !== undefined) return kind.date;
  return Number.isInteger(numberOf(value, 0, value.length)) ? kind.integer : kind.fraction;
}

function textOf({ type, dateFormat, value }: SheetCell, dateSystem: DateSystem): string {
  const serial =
    type === 'number' && dateFormat !== undefined ? numberOf(value, 0, value.length) : Number.NaN;
  return isSerialDate(serial) ? serialDateText(serial, dateSystem) : new TextDecoder().decode(value);
}
