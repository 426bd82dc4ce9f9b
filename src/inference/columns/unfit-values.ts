import { foldedName } from '../../dataset/rules/names.ts';
import { limits } from '../inference-limits.ts';
import type { ExpectedColumn } from '../source.ts';
import { tidyName } from '../unique-names.ts';
import { type ColumnType, dataTypeFacts, type NarrowType, narrowTypes } from '../values/data-types.ts';
import { areKindsWithin, commaKinds, kind, pointKinds } from '../values/kinds.ts';
import { quotedText } from '../values/values.ts';
import type { ColumnProfile, FirstOfKind } from './column-profile.ts';

/** A column that was read, and whose values of some kinds are listed when its file is read again. */
export interface ListedColumn {
  /** Its position among the columns of the file, in the order in which they are found. */
  readonly position: number;
  readonly kinds: number;
}

/** Values that don't fit a type. */
export interface UnfitValues {
  /** `undefined`: the file declares another type, and its values aren't read. */
  readonly count: number | undefined;
  readonly first:
    | { readonly row: number; readonly line: number | undefined; readonly value: string }
    | undefined;
  /** What lists all of them; absent where values aren't read. */
  readonly listed?: ListedColumn;
}

/** For each type that a column was checked for; a type that all values fit is absent. */
export type UnfitByType = Readonly<Partial<Record<NarrowType, UnfitValues>>>;

/** The kinds of values that fit a type, where the decimal separator is known. */
function fittingKinds(type: NarrowType): number {
  const { kinds, alsoFits = 0 } = dataTypeFacts(type);
  return kinds | alsoFits;
}

/** All kinds; a bit that no kind has says that there is something to count. */
const allKinds = 2 ** 30 - 1;

/** Which kinds of values to count in a column by its name in the file. It may be more than are needed: the file's other names are not known yet. */
export function countedKinds(expected: readonly ExpectedColumn[]): (name: string) => number {
  if (expected.length === 0) return () => 0;
  const byName = new Map<string, number>();
  const add = (name: string, kinds: number) => byName.set(name, (byName.get(name) ?? 0) | kinds);
  const wholes = new Set(expected.flatMap(({ name }) => wholesOf(foldedName(name))));
  for (const { name, type } of expected) {
    if (type === undefined) continue;
    const folded = foldedName(name);
    // An object fits where it has columns of its own.
    const kinds = countedFor(type) & (wholes.has(folded) ? ~kind.object : -1);
    add(folded, kinds);
    // The second of two equal names, or a column without one.
    add(folded.replace(/_\d+$/, ''), kinds);
    if (/^column\d+(?:_\d+)?$/.test(folded)) add('', kinds);
  }
  return (name) => byName.get(foldedName(tidyName(name))) ?? 0;
}

/** The names of what a column is a part of: `a` and `a.b` for `a.b.c`. */
function wholesOf(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1, limits.jsonDepth).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Kinds whose values are counted: not those that fit whatever other values the column has, nor numbers with a decimal point. */
function countedFor(type: NarrowType): number {
  return allKinds & (~fittingKinds(type) | commaKinds);
}

/** A column, and what its whole table says about its values. */
export interface ColumnReading {
  readonly profile: ColumnProfile;
  /** The kinds of its values, as they are known. */
  readonly kinds: number;
  /** Values that are not empty. */
  readonly values: number | undefined;
  readonly type: ColumnType;
  /** Quotes make text of what would be numbers or booleans. */
  readonly areNumbersText: boolean;
  /** A point before three digits may separate thousands. */
  readonly arePointsAmbiguous: boolean;
  /** A kind in the order of days and months that the user names. */
  readonly known: (valueKind: number) => number;
}

/** The values that don't fit each of the types that they were counted for. */
export function findUnfitValues(reading: ColumnReading): UnfitByType {
  const found: Partial<Record<NarrowType, UnfitValues>> = {};
  for (const type of narrowTypes) {
    const unfit = reading.profile.isDeclared ? unfitDeclared(type, reading) : unfitRead(type, reading);
    if (unfit !== undefined) found[type] = unfit;
  }
  return found;
}

function unfitDeclared(expected: NarrowType, { kinds }: ColumnReading): UnfitValues | undefined {
  return areKindsWithin(kinds, fittingKinds(expected)) ? undefined : { count: undefined, first: undefined };
}

function unfitRead(type: NarrowType, reading: ColumnReading): UnfitValues | undefined {
  const { profile } = reading;
  if (!areKindsWithin(countedFor(type), profile.counted)) return undefined;
  const areAllText = reading.areNumbersText && !dataTypeFacts(type).isReadInQuotes;
  const isUnfit = areAllText ? () => true : unfitKinds(type, reading);
  const firsts = profile.firsts.filter(isUnfit);
  const [first] = firsts;
  if (first === undefined) return undefined;
  return {
    count: areAllText ? reading.values : firsts.reduce((sum, each) => sum + profile.countOf(each.kind), 0),
    first: { row: first.row, line: first.line, value: quotedText(first.value) },
    listed: {
      position: profile.position,
      kinds: firsts.reduce((kinds, each) => kinds | each.kind, 0),
    },
  };
}

function unfitKinds(
  type: NarrowType,
  { profile, known, arePointsAmbiguous }: ColumnReading,
): (first: FirstOfKind) => boolean {
  let fitting = fittingKinds(type);
  if ((fitting & commaKinds) === 0) return (first) => !areKindsWithin(known(first.kind), fitting);
  const commas = profile.countOf(commaKinds);
  // A column has one decimal separator: the one that more values have.
  if (commas > 0) fitting &= profile.countOf(pointKinds) >= commas ? ~commaKinds : ~pointKinds;
  if (arePointsAmbiguous) fitting &= ~kind.pointThree;
  if (profile.countOf(kind.commaFraction) === 0) fitting &= ~kind.commaThree;
  return (first) => !areKindsWithin(first.kind, fitting);
}
