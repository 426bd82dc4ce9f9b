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
} as const satisfies Record<string, DeclaredType>;

/** A type that we don't know by its name. */
export function unknownType(type: string): DeclaredType {
  return { kinds: kind.text, note: { kind: 'unknown-type', type: type.slice(0, limits.quotedLength) } };
}

/** A type that no data type corresponds to. */
export function withoutDataType(type: string): DeclaredType {
  return { kinds: kind.text, note: { kind: 'no-data-type', type: type.slice(0, limits.quotedLength) } };
}

/** Decimal digits that Int64 always has. */
const int64Digits = 18;

/** A decimal with so many digits in all, and so many of them behind the point; a negative scale makes it longer. */
export function decimalType(precision: number, scale: number): DeclaredType {
  if (scale > 0) return declared.fraction;
  return precision - scale <= int64Digits ? declared.integer : declared.wideInteger;
}

/** What a schema's names of types mean, in all formats. A format has its own table only of names that mean something else there. */
const typesByName: ReadonlyMap<string, DeclaredType> = new Map(
  (
    [
      [
        'TINYINT SMALLINT MEDIUMINT MIDDLEINT INT INTEGER BIGINT BYTEINT SHORT BYTE LONG INT1 INT2 INT3 INT4 INT8 INT16 ' +
          'INT32 INT64 UINT UINT8 UINT16 UINT32 UTINYINT USMALLINT UINTEGER SERIAL SMALLSERIAL BIGSERIAL SERIAL2 ' +
          'SERIAL4 SERIAL8 YEAR',
        declared.integer,
      ],
      ['UBIGINT UINT64 UINT_64', declared.unsigned],
      [
        'FLOAT FLOAT4 FLOAT8 FLOAT16 FLOAT32 FLOAT64 BFLOAT16 REAL DOUBLE NUMBER MONEY SMALLMONEY BINARY_FLOAT ' +
          'BINARY_DOUBLE DECFLOAT SMALLDECIMAL BIGNUMERIC BIGDECIMAL BIG-DECIMAL',
        declared.fraction,
      ],
      ['BOOL BOOLEAN', declared.boolean],
      [
        'DATE DATE32 DATETIME DATETIME2 DATETIME64 DATETIMEOFFSET SMALLDATETIME TIMESTAMP TIMESTAMPTZ TIMESTAMPNTZ ' +
          'TIMESTAMPLTZ LONGDATE SECONDDATE DAYDATE INT96 LOCAL-TIMESTAMP-MILLIS LOCAL-TIMESTAMP-MICROS LOCAL-TIMESTAMP-NANOS',
        declared.date,
      ],
      [
        'CHAR CHARACTER VARCHAR VARCHAR2 NCHAR NVARCHAR NVARCHAR2 NATIONAL BPCHAR STRING UTF8 TEXT NTEXT TINYTEXT ' +
          'MEDIUMTEXT LONGTEXT CLOB NCLOB DBCLOB GRAPHIC VARGRAPHIC CITEXT FIXEDSTRING NAME SYSNAME UUID ' +
          'UNIQUEIDENTIFIER ENUM ENUM8 ENUM16 XML XMLTYPE',
        declared.text,
      ],
      [
        'BINARY VARBINARY VARBYTE BYTEA BYTES FIXED RAW IMAGE BLOB TINYBLOB MEDIUMBLOB LONGBLOB ROWVERSION BYTE_ARRAY ' +
          'FIXED_LEN_BYTE_ARRAY',
        declared.bytes,
      ],
      ['ARRAY LIST', declared.list],
      ['MAP OBJECT', declared.map],
      ['NULL', declared.empty],
    ] as const
  ).flatMap(([names, type]) => names.split(' ').map((name) => [name, type] as const)),
);

/** Types that no data type corresponds to. */
const others = /^(?:TIME(?:TZ)?|INTERVAL|DURATION|[JB]SONB?|VARIANT|GEOMETRY|GEOGRAPHY)$/;

/**
 * The type of a name, in any case; of its first part where it has several, such as `timestamp-millis`. `undefined`: it is
 * unknown. `text`: the type as it is written.
 */
export function namedType(name: string, text = name): DeclaredType | undefined {
  const upper = name.toUpperCase();
  const [first = ''] = /^[A-Z\d]+/.exec(upper) ?? [];
  return (
    typesByName.get(upper) ??
    typesByName.get(first) ??
    (others.test(first) ? withoutDataType(text) : undefined)
  );
}
