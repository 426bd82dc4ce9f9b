import { decimalTypes } from '../../dataset/rules/type-names.ts';
import { areKindsWithin, commaKinds, isoDateKinds, kind, numberKinds, pointKinds } from './kinds.ts';

/** What is known of a data type. */
interface DataType {
  /** Its names in a dataset, whatever their case. The author of a dataset chooses one of several. */
  readonly names: readonly [string, ...string[]];
  /** The kinds of values that have this type or a narrower one. */
  readonly kinds: number;
  /** Further kinds of values that fit a column of this type, though columns of them are `string`. */
  readonly alsoFits?: number;
  /** Whether quotes make no text of its values. */
  readonly isReadInQuotes?: true;
  /** What the smallest and the largest value are of. */
  readonly extremes?: 'numbers' | 'dates';
  /** What the outline of a dataset shows beside a column: a name of VS Code's `SymbolKind`. */
  readonly symbol: 'Number' | 'Boolean' | 'Event' | 'String';
}

/** The data types that values can have, and all that is known of them; narrower ones come first. */
const dataTypes = {
  Int64: { names: ['Int64'], kinds: kind.integer, extremes: 'numbers', symbol: 'Number' },
  bool: { names: ['bool'], kinds: kind.boolean, symbol: 'Boolean' },
  DateTime: {
    names: ['DateTime'],
    kinds: isoDateKinds,
    isReadInQuotes: true,
    extremes: 'dates',
    symbol: 'Event',
  },
  fraction: {
    names: decimalTypes,
    kinds: numberKinds,
    alsoFits: kind.bigInteger,
    extremes: 'numbers',
    symbol: 'Number',
  },
  string: { names: ['string'], kinds: -1, isReadInQuotes: true, symbol: 'String' },
} as const satisfies Record<string, DataType>;

/** The type that a column's values have; `fraction` is one that the dataset's author names. */
export type ColumnType = keyof typeof dataTypes;

/** A type that some values don't fit. */
export type NarrowType = Exclude<ColumnType, 'string'>;

const columnTypes = Object.keys(dataTypes) as ColumnType[];

export const narrowTypes = columnTypes.filter((type) => type !== 'string');

/** What is known of a type. */
export function dataTypeFacts(type: ColumnType): DataType {
  return dataTypes[type];
}

/** What the values of a data type have to be; `undefined` for an unknown one, which any value fits. `decimalType`: a further one of fractions. */
export function typeNamed(dataType: string, decimalType?: string): ColumnType | undefined {
  const name = dataType.toLowerCase();
  const known = columnTypes.find((type) => dataTypes[type].names.some((each) => each.toLowerCase() === name));
  return known ?? (name === decimalType?.toLowerCase() ? 'fraction' : undefined);
}

/** Whether all values of a type fit another one. */
export function isNarrower(type: ColumnType, other: ColumnType): boolean {
  return areKindsWithin(dataTypes[type].kinds, dataTypes[other].kinds);
}

/** The narrowest type that fits all kinds of values of a column; `undefined` where it has no value. */
export function typeOf(kinds: number, areNumbersText = false): ColumnType | undefined {
  if (kinds === 0) return undefined;
  return (
    narrowTypes.find(
      (type) =>
        areKindsWithin(kinds, dataTypes[type].kinds) &&
        (!areNumbersText || dataTypeFacts(type).isReadInQuotes) &&
        haveOneSeparator(kinds),
    ) ?? 'string'
  );
}

/** A column has one decimal separator, and a comma before three digits is one only if there are other decimal commas. */
function haveOneSeparator(kinds: number): boolean {
  return (
    ((kinds & pointKinds) === 0 || (kinds & commaKinds) === 0) &&
    ((kinds & kind.commaThree) === 0 || (kinds & kind.commaFraction) !== 0)
  );
}

/**
 * The first of a column's values after which its type is always the final one. `firsts` are the first values of each
 * kind, in the order of rows: nothing between them changes the type.
 */
export function findDecidingValue<First extends { readonly kind: number }>(
  firsts: readonly First[],
  areNumbersText = false,
): First | undefined {
  let kinds = 0;
  let type: ColumnType | undefined;
  let deciding: First | undefined;
  for (const first of firsts) {
    kinds |= first.kind;
    const next = typeOf(kinds, areNumbersText);
    if (next !== type) deciding = first;
    type = next;
  }
  return deciding;
}
