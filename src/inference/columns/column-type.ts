import { isWithin, kind, numberKinds, unquotedKinds } from '../values/kinds.ts';

/** The type that a column's values have; `fraction` is one that the dataset's author names. */
export type ColumnType = 'Int64' | 'string' | 'bool' | 'DateTime' | 'fraction';

/** The narrowest type that fits all kinds of values of a column; `undefined` where it has no value. */
export function typeOf(kinds: number, areNumbersText = false): ColumnType | undefined {
  if (kinds === 0) return undefined;
  if (kinds === kind.date) return 'DateTime';
  if (areNumbersText) return 'string';
  if (kinds === kind.integer) return 'Int64';
  if (kinds === kind.boolean) return 'bool';
  const isFraction =
    isWithin(kinds, numberKinds) &&
    // A column has one decimal separator.
    (kinds & (kind.fraction | kind.commaFraction)) !== (kind.fraction | kind.commaFraction);
  return isFraction ? 'fraction' : 'string';
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

/** Whether quotes matter: a value that is not read as a number or a boolean where it is quoted. */
export function hasUnquotedKinds(kinds: number): boolean {
  return (kinds & unquotedKinds) !== 0;
}
