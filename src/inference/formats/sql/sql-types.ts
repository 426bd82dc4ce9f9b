import { type DeclaredType, declared, withoutDataType } from '../../columns/declared-column.ts';
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

/** The data type of a column in any of the dialects; `dialect`: where names are the same. */
export function dataTypeOf(
  { name, args, text }: SqlType,
  { hasBrackets, isSqlServer }: SqlDialect,
): DeclaredType {
  const [first = '', ...others] = name.split(' ');
  if (/[\][]|\bARRAY\b/.test(name)) return declared.list;
  if (/BIT DATA|BINARY LARGE|LONG RAW/.test(name) || (isSqlServer && first === 'TIMESTAMP'))
    return declared.bytes;
  if (others.includes('UNSIGNED') && first === 'BIGINT') return declared.unsigned;
  if (first === 'TINYINT' && args[0] === 1) return tinyBoolean;
  // In other dialects, it is a string of bits.
  if (name === 'BIT' && (hasBrackets || isSqlServer)) return declared.boolean;
  if (decimals.has(first)) return decimalOf(first, args);
  if (/^(?:SMALL)?DATETIME|^TIMESTAMP/.test(first)) return declared.date;
  return types.get(first) ?? withoutDataType(text);
}

function decimalOf(name: string, [precision, scale = 0]: readonly number[]): DeclaredType {
  if (precision === undefined) return name === 'NUMBER' ? anyNumber : declared.fraction;
  if (scale > 0) return declared.fraction;
  // `NUMBER(*, 0)`
  return precision - Math.min(scale, 0) <= 18 ? declared.integer : wideInteger;
}

const tinyBoolean: DeclaredType = { kinds: kind.boolean, note: { kind: 'tiny-booleans' } };
const wideInteger: DeclaredType = { kinds: kind.integer, note: { kind: 'wide-integers' } };
const anyNumber: DeclaredType = { kinds: kind.fraction, note: { kind: 'numbers-without-precision' } };

const decimals = new Set(['DECIMAL', 'DEC', 'NUMERIC', 'NUMBER', 'FIXED']);

/** By their first keyword. */
const types: ReadonlyMap<string, DeclaredType> = new Map(
  (
    [
      [
        'TINYINT SMALLINT MEDIUMINT INT INTEGER BIGINT INT2 INT4 INT8 INT16 INT32 INT64 BYTEINT SERIAL SMALLSERIAL ' +
          'BIGSERIAL SERIAL2 SERIAL4 SERIAL8 YEAR UTINYINT USMALLINT UINTEGER',
        declared.integer,
      ],
      [
        'FLOAT FLOAT4 FLOAT8 FLOAT32 FLOAT64 REAL DOUBLE MONEY SMALLMONEY BINARY_FLOAT BINARY_DOUBLE DECFLOAT ' +
          'BIGNUMERIC BIGDECIMAL',
        declared.fraction,
      ],
      ['BOOL BOOLEAN', declared.boolean],
      ['DATE', declared.date],
      [
        'CHAR CHARACTER VARCHAR VARCHAR2 NCHAR NVARCHAR NVARCHAR2 NATIONAL BPCHAR STRING TEXT NTEXT TINYTEXT ' +
          'MEDIUMTEXT LONGTEXT LONG CLOB NCLOB DBCLOB GRAPHIC VARGRAPHIC CITEXT NAME SYSNAME UUID UNIQUEIDENTIFIER ' +
          'ENUM XML XMLTYPE',
        declared.text,
      ],
      ['BINARY VARBINARY BYTEA BYTES RAW IMAGE BLOB TINYBLOB MEDIUMBLOB LONGBLOB ROWVERSION', declared.bytes],
      ['UBIGINT', declared.unsigned],
      ['MAP', declared.map],
    ] as const
  ).flatMap(([names, type]) => names.split(' ').map((name) => [name, type] as const)),
);
