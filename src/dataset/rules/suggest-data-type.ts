import { nearest } from './nearest.ts';
import { dataTypeNames } from './schema.ts';
import {
  decimalTypes,
  defaultDecimalType,
  findDecimalType,
  meaningOfSqlType,
  type TypeMeaning,
} from './type-names.ts';

/** A data type that an unknown one probably stands for. */
export interface SuggestedDataType {
  readonly dataType: string;
  /** Otherwise, it must be declared: no data type for fractions is. */
  readonly isKnown: boolean;
}

/** The data types of what infer would give each; `undefined`: of none. */
const dataTypes = {
  integer: 'Int64',
  wideInteger: 'Int64',
  fraction: defaultDecimalType,
  boolean: 'bool',
  tinyBoolean: 'bool',
  date: 'DateTime',
  text: 'string',
  // What is lost in a text.
  unsigned: 'string',
  bytes: 'string',
  list: 'string',
  map: 'string',
  other: 'string',
  empty: undefined,
} as const satisfies Record<TypeMeaning, string | undefined>;

const lossy: ReadonlySet<TypeMeaning> = new Set(['unsigned', 'bytes', 'list', 'map', 'other']);

/** A longer text is no type. */
const maxLength = 100;

/**
 * The known data type that an unknown one stands for: one in another spelling, or what the type of SQL with this name becomes, as
 * where a schema is read. `declared`: the known ones beside the built-in.
 */
export function suggestDataType(
  dataType: string,
  declared: readonly string[],
): SuggestedDataType | undefined {
  const near = nearest(dataType, dataTypeNames(declared));
  const known = (name: string | undefined) =>
    name === undefined ? undefined : { dataType: name, isKnown: true };
  if (near !== undefined && isSameName(near, dataType)) return known(near);
  const meaning = dataType.length > maxLength || isDecimalType(dataType) ? undefined : meaningOf(dataType);
  if (meaning === undefined || dataTypes[meaning] === undefined) return known(near);
  const own = near !== undefined && declared.includes(near) ? near : undefined;
  if (meaning !== 'fraction') return known((lossy.has(meaning) ? own : undefined) ?? dataTypes[meaning]);
  return known(findDecimalType(declared) ?? own) ?? { dataType: defaultDecimalType, isKnown: false };
}

/** Whether two names of data types differ at most in case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}

/** Whether it is one for fractions, which only needs to be declared. */
function isDecimalType(dataType: string): boolean {
  return decimalTypes.some((each) => each === dataType);
}

/** What a type means as people write it, such as `decimal(10, 2)`, `timestamp(3) with time zone`, or `pg_catalog.int4`. */
function meaningOf(written: string): TypeMeaning | undefined {
  const upper = written.toUpperCase();
  const [, inside = ''] = /\(([^()]*)\)/.exec(upper) ?? [];
  const args = inside.split(',').map((arg) => (arg.trim() === '*' ? 38 : Number.parseInt(arg, 10)));
  const words =
    upper
      .replace(/\([^()]*\)/g, ' ')
      .split('.')
      .at(-1) ?? '';
  return meaningOfSqlType({
    name: words.trim().replace(/\s+/g, ' '),
    args: args.filter((arg) => !Number.isNaN(arg)),
  });
}
