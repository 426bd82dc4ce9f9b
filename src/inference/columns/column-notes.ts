import type { ColumnNote } from '../notes.ts';
import { isWithin, kind, numberKinds, otherDateKinds, unusualNumberKinds } from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import type { ColumnProfile } from './column-profile.ts';
import { type ColumnType, typeOf } from './column-type.ts';

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
