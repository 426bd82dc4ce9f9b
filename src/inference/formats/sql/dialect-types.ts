import { isDecimal, meaningOfSqlType, type SqlTypeName } from '../../../dataset/rules/type-names.ts';
import {
  type DeclaredType,
  decimalType,
  declared,
  typeWithMeaning,
  withoutDataType,
} from '../../columns/declared-types.ts';
import { kind } from '../../values/kinds.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** The type of a column as it is written. Of a qualified name, the last part counts. */
export interface SqlType extends SqlTypeName {
  /** For the report, such as `decimal(10,2)`. */
  readonly text: string;
}

/** What a type means in a dialect. What it means in all of them is in `type-names.ts`. */
export function dialectType(type: SqlType, dialect: SqlDialect): DeclaredType {
  const { name, args, text } = type;
  const [first = '', ...others] = name.split(' ');
  // A version of a row. SQLite has names in brackets, too, so the dialect must be certain.
  const isSqlServer = dialect.name === 'sqlserver' && dialect.digits !== undefined;
  if (isSqlServer && first === 'TIMESTAMP' && args.length + others.length === 0) return declared.bytes;
  // In these dialects, a string of bits.
  if (name === 'BIT' && /^(?:postgres|mysql|duckdb)$/.test(dialect.name ?? '')) return withoutDataType(text);
  const meaning = meaningOfSqlType(type) ?? 'other';
  // In Spark, a whole number.
  if (first === 'LONG' && meaning === 'integer' && dialect.name !== 'hive') return declared.text;
  return meaning === 'fraction' && isDecimal(first) && args.length === 0
    ? decimalWithoutDigits(dialect)
    : typeWithMeaning(meaning, text);
}

function decimalWithoutDigits({ digits }: SqlDialect): DeclaredType {
  if (digits === undefined) return anyNumber;
  return digits === 'any' ? declared.fraction : decimalType(digits, 0);
}

const anyNumber: DeclaredType = { kinds: kind.fraction, note: { kind: 'numbers-without-precision' } };
