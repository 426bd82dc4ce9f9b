import {
  type DeclaredType,
  decimalType,
  declared,
  namedType,
  withoutDataType,
} from '../../columns/declared-types.ts';
import { kind } from '../../values/kinds.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** The type of a column as it is written. */
export interface SqlType {
  /** Its keywords in upper case, without arguments, such as `CHARACTER VARYING`; the last part of a qualified name. */
  readonly name: string;
  /** The first numbers in parentheses, such as precision and scale. */
  readonly args: readonly number[];
  /** For the report, such as `decimal(10,2)`. */
  readonly text: string;
}

/** What a type means in a dialect. Names that mean the same in all formats are in `declared-types.ts`. */
export function dialectType({ name, args, text }: SqlType, dialect: SqlDialect): DeclaredType {
  const [first = '', ...others] = name.split(' ');
  if (/[\][]|\bARRAY\b/.test(name)) return declared.list;
  if (/BIT DATA|BINARY LARGE|LONG RAW|LONG VARBINARY/.test(name)) return declared.bytes;
  // A version of a row. SQLite has names in brackets, too, so the dialect must be certain.
  const isSqlServer = dialect.name === 'sqlserver' && dialect.digits !== undefined;
  if (isSqlServer && first === 'TIMESTAMP' && args.length + others.length === 0) return declared.bytes;
  if (others.includes('UNSIGNED') && first === 'BIGINT') return declared.unsigned;
  if (first === 'TINYINT' && args[0] === 1) return tinyBoolean;
  // With a length, and in these dialects, it is a string of bits.
  if (name === 'BIT' && args.length === 0 && !/^(?:postgres|mysql|duckdb)$/.test(dialect.name ?? ''))
    return declared.boolean;
  if (decimals.has(first)) return decimalOf(args, dialect);
  // ClickHouse: only the scale is declared.
  const [, digits] = /^DECIMAL(32|64|128|256)$/.exec(first) ?? [];
  if (digits !== undefined) return decimalType(digitsOfBits[digits] ?? 0, args[0] ?? 0);
  // In Spark, a whole number.
  if (first === 'LONG' && dialect.name !== 'hive') return declared.text;
  return namedType(first, text) ?? withoutDataType(text);
}

/** `NUMBER(*, 0)` has 38 digits. */
function decimalOf([precision, scale = 0]: readonly number[], { digits }: SqlDialect): DeclaredType {
  if (precision !== undefined) return decimalType(precision, scale);
  if (digits === undefined) return anyNumber;
  return digits === 'any' ? declared.fraction : decimalType(digits, 0);
}

const tinyBoolean: DeclaredType = { kinds: kind.boolean, note: { kind: 'tiny-booleans' } };
const anyNumber: DeclaredType = { kinds: kind.fraction, note: { kind: 'numbers-without-precision' } };

const decimals = new Set(['DECIMAL', 'DEC', 'NUMERIC', 'NUM', 'NUMBER', 'FIXED']);
const digitsOfBits: Readonly<Record<string, number>> = { 32: 9, 64: 18, 128: 38, 256: 76 };
