import { meaningOfDecimal, meaningOfName, type TypeMeaning } from '../../dataset/rules/type-names.ts';
import { limits } from '../inference-limits.ts';
import type { DeclaredNote } from '../notes.ts';
import { kind } from '../values/kinds.ts';

/** The type that a file declares for a column, as the kinds that its values can have. */
export interface DeclaredType {
  readonly kinds: number;
  readonly note?: DeclaredNote;
}

export const declared = {
  integer: { kinds: kind.integer },
  fraction: { kinds: kind.fraction },
  boolean: { kinds: kind.boolean },
  tinyBoolean: { kinds: kind.boolean, note: { kind: 'tiny-booleans' } },
  date: { kinds: kind.date },
  text: { kinds: kind.text },
  /** A type without values. */
  empty: { kinds: 0 },
  /** Whole numbers that nearly always fit Int64, though their type allows others. */
  wideInteger: { kinds: kind.integer, note: { kind: 'wide-integers' } },
  unsigned: { kinds: kind.text, note: { kind: 'unsigned-integers' } },
  bytes: { kinds: kind.text, note: { kind: 'bytes' } },
  list: { kinds: kind.text, note: { kind: 'declared-lists' } },
  map: { kinds: kind.text, note: { kind: 'declared-maps' } },
  several: { kinds: kind.text, note: { kind: 'several-types' } },
  undeclared: { kinds: kind.text, note: { kind: 'no-declared-type' } },
  recursive: { kinds: kind.text, note: { kind: 'recursive-type' } },
} as const satisfies Record<string, DeclaredType> & Record<Exclude<TypeMeaning, 'other'>, DeclaredType>;

/** A type that we don't know by its name. */
export function unknownType(type: string): DeclaredType {
  return { kinds: kind.text, note: { kind: 'unknown-type', type: type.slice(0, limits.quotedLength) } };
}

/** A type that no data type corresponds to. */
export function withoutDataType(type: string): DeclaredType {
  return { kinds: kind.text, note: { kind: 'no-data-type', type: type.slice(0, limits.quotedLength) } };
}

/** A decimal with so many digits in all, and so many of them behind the point. */
export function decimalType(precision: number, scale: number): DeclaredType {
  return declared[meaningOfDecimal(precision, scale)];
}

/** The type with a meaning. `text`: the type as it is written. */
export function typeWithMeaning(meaning: TypeMeaning, text: string): DeclaredType {
  return meaning === 'other' ? withoutDataType(text) : declared[meaning];
}

/** The type of a name, as `meaningOfName` knows it. `undefined`: it is unknown. `text`: the type as it is written. */
export function namedType(name: string, text = name): DeclaredType | undefined {
  const meaning = meaningOfName(name);
  return meaning && typeWithMeaning(meaning, text);
}
