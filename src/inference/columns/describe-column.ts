import { decodeText, type TextEncoding } from '../bytes/encoding.ts';
import { limits } from '../limits.ts';
import type { ColumnNote } from '../notes.ts';
import type { InferredColumn } from '../tables/inferred-table.ts';
import {
  type ColumnType,
  findDecidingValue,
  hasUnquotedKinds,
  isWithin,
  kind,
  numberKinds,
  otherDateKinds,
  typeOf,
  unusualNumberKinds,
} from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import type { ColumnProfile } from './column-profile.ts';

/** A column before its type is decided. Columns of several files can be merged as long as they are profiles. */
export interface ProfiledColumn {
  readonly name: string;
  readonly sourceName: string | undefined;
  readonly profile: ColumnProfile;
}

/** Decides the types of a table's columns and puts what is known of them into facts. */
export function describeColumns(
  columns: readonly ProfiledColumn[],
  rows: number | undefined,
  encoding: TextEncoding,
  nulls: NullTexts,
): InferredColumn[] {
  const values = columns.map(({ profile }) =>
    rows !== undefined && profile.hasCounts ? rows - profile.empty : undefined,
  );
  const isUnquoted = columns.map(({ profile }, index) => profile.quoted < (values[index] ?? 1));
  // If everything is quoted, quotes have no meaning.
  const doQuotesMatter = isUnquoted.includes(true);
  return columns.map(({ name, sourceName, profile }, index) => {
    const areNumbersText =
      doQuotesMatter && isUnquoted[index] === false && profile.quoted > 0 && hasUnquotedKinds(profile.kinds);
    const type = typeOf(profile.kinds, areNumbersText) ?? 'string';
    const isDeclared = profile.firsts.reduce((kinds, { kind }) => kinds | kind, 0) !== profile.kinds;
    const deciding = isDeclared ? undefined : findDecidingValue(profile.firsts, areNumbersText);
    const { min, max } = extremes(type, profile);
    const text = (value: Uint8Array) => quotedText(value, encoding);
    return {
      name,
      sourceName,
      type,
      values: values[index],
      empty: profile.hasCounts ? profile.empty : undefined,
      min,
      max,
      examples: profile.examples.map(text),
      deciding: deciding && { row: deciding.row, value: text(deciding.value) },
      notes: columnNotes({
        profile,
        type,
        areNumbersText,
        nulls,
        first: (valueKind) => {
          const found = profile.firsts.find((first) => first.kind === valueKind);
          return { row: found?.row ?? 0, value: found === undefined ? '' : text(found.value) };
        },
      }),
    };
  });
}

function extremes(type: InferredColumn['type'], { numbers, dates, hasExtremes }: ColumnProfile) {
  if (!hasExtremes) return { min: undefined, max: undefined };
  switch (type) {
    case 'Int64':
    case 'fraction':
      return { min: numbers.minText, max: numbers.maxText };
    case 'DateTime':
      return { min: dates.minText, max: dates.maxText };
    case 'bool':
    case 'string':
      return { min: undefined, max: undefined };
  }
}

/** The text of a value, cut. */
function quotedText(value: Uint8Array, encoding: TextEncoding): string {
  const characters = [...decodeText(value, encoding)];
  if (characters.length <= limits.quotedLength) return characters.join('');
  return `${characters.slice(0, limits.quotedLength).join('')}…`;
}

interface Quoted {
  readonly row: number;
  readonly value: string;
}

export interface NotedColumn {
  readonly profile: ColumnProfile;
  readonly type: ColumnType;
  /** Quotes make text of what would be numbers or booleans. */
  readonly areNumbersText: boolean;
  readonly nulls: NullTexts;
  /** The first value of a kind. */
  readonly first: (valueKind: number) => Quoted;
}

/** Notes about what the values look like, then what was counted. */
export function columnNotes(column: NotedColumn): ColumnNote[] {
  return [...column.profile.declaredNotes, ...valueNotes(column), ...countNotes(column)];
}

function valueNotes({ profile, type, areNumbersText, first }: NotedColumn): ColumnNote[] {
  const { kinds, numbers } = profile;
  if (profile.declaredNotes.length > 0) return [];
  if (kinds === 0) return [{ kind: 'only-empty' }];
  if (areNumbersText && typeOf(kinds) !== 'string') return [{ kind: 'quoted-values' }];
  if (type === 'Int64')
    return profile.hasExtremes && numbers.min === 0 && numbers.max === 1 ? [{ kind: 'zero-one' }] : [];
  if (type === 'fraction') return (kinds & kind.commaFraction) !== 0 ? [{ kind: 'decimal-commas' }] : [];
  if ((kinds & kind.list) !== 0) return [{ kind: 'lists' }];
  if (kinds === kind.yesNo) return [{ kind: 'yes-no' }];
  if (kinds === kind.trueFalseLetter) return [{ kind: 'true-false-letters' }];
  if (isWithin(kinds, otherDateKinds | kind.date) && (kinds & otherDateKinds) !== 0)
    return [{ kind: 'other-dates', order: dayMonthOrder(kinds) }];
  if (isWithin(kinds, unusualNumberKinds | numberKinds))
    return numberNotes
      .filter(([valueKind]) => (kinds & valueKind) !== 0)
      .map(([valueKind, note]) => ({ kind: note, ...first(valueKind) }));
  return [];
}

const numberNotes = [
  [kind.bigInteger, 'big-integers'],
  [kind.leadingZero, 'leading-zeros'],
  [kind.plusSign, 'plus-signs'],
  [kind.thousands, 'thousands-separators'],
  [kind.currency, 'currencies'],
  [kind.percent, 'percentages'],
  [kind.unusualNumber, 'unusual-numbers'],
] as const;

function dayMonthOrder(kinds: number): 'day-first' | 'month-first' | 'either' | 'contradictory' | 'clear' {
  const isDayFirst = (kinds & kind.dayFirstDate) !== 0;
  const isMonthFirst = (kinds & kind.monthFirstDate) !== 0;
  if (isDayFirst) return isMonthFirst ? 'contradictory' : 'day-first';
  if (isMonthFirst) return 'month-first';
  return (kinds & kind.ambiguousDate) !== 0 ? 'either' : 'clear';
}

function countNotes({ profile, nulls }: NotedColumn): ColumnNote[] {
  const notes: ColumnNote[] = [];
  if (profile.spaced > 0) notes.push({ kind: 'spaces', count: profile.spaced });
  if (profile.quotedEmpty > 0) notes.push({ kind: 'quoted-empty', count: profile.quotedEmpty });
  for (const [index, text] of nulls.texts.entries()) {
    const count = profile.nullTexts[index] ?? 0;
    if (count > 0) notes.push({ kind: 'null-text', text, count, isEmpty: nulls.isEmpty(index) });
  }
  return notes;
}
