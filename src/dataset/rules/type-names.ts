/** The data types that an author can choose for fractions. */
export const decimalTypes = ['Double', 'Decimal', 'Number'] as const;

/** The data type of fractions where the author names none. */
export const [defaultDecimalType] = decimalTypes;

/** The first of the data types that an author declares which is one for fractions. */
export function findDecimalType(declared: readonly string[]): string | undefined {
  return declared.find((dataType) =>
    decimalTypes.some((each) => each.toLowerCase() === dataType.toLowerCase()),
  );
}

/** What a type of a database, a format or a language is, as far as it matters for data types. `other`: none corresponds to it. */
export type TypeMeaning =
  | 'integer'
  | 'wideInteger'
  | 'fraction'
  | 'boolean'
  | 'tinyBoolean'
  | 'date'
  | 'text'
  | 'unsigned'
  | 'bytes'
  | 'list'
  | 'map'
  | 'empty'
  | 'other';

/** What the names of types mean, in all formats. A format has its own table only of names that mean something else there. */
const meanings: ReadonlyMap<string, TypeMeaning> = new Map(
  (
    [
      [
        'TINYINT SMALLINT MEDIUMINT MIDDLEINT INT INTEGER BIGINT BYTEINT SHORT BYTE LONG INT1 INT2 INT3 INT4 INT8 INT16 ' +
          'INT32 INT64 UINT UINT8 UINT16 UINT32 UTINYINT USMALLINT UINTEGER SERIAL SMALLSERIAL BIGSERIAL SERIAL2 ' +
          'SERIAL4 SERIAL8 YEAR',
        'integer',
      ],
      ['UBIGINT UINT64 UINT_64', 'unsigned'],
      [
        'FLOAT FLOAT4 FLOAT8 FLOAT16 FLOAT32 FLOAT64 BFLOAT16 REAL DOUBLE NUMBER MONEY SMALLMONEY BINARY_FLOAT ' +
          'BINARY_DOUBLE DECFLOAT SMALLDECIMAL BIGNUMERIC BIGDECIMAL BIG-DECIMAL',
        'fraction',
      ],
      ['BOOL BOOLEAN', 'boolean'],
      [
        'DATE DATE32 DATETIME DATETIME2 DATETIME64 DATETIMEOFFSET SMALLDATETIME TIMESTAMP TIMESTAMPTZ TIMESTAMPNTZ ' +
          'TIMESTAMPLTZ LONGDATE SECONDDATE DAYDATE INT96 LOCAL-TIMESTAMP-MILLIS LOCAL-TIMESTAMP-MICROS LOCAL-TIMESTAMP-NANOS',
        'date',
      ],
      [
        'CHAR CHARACTER VARCHAR VARCHAR2 NCHAR NVARCHAR NVARCHAR2 NATIONAL BPCHAR STRING UTF8 TEXT NTEXT TINYTEXT ' +
          'MEDIUMTEXT LONGTEXT CLOB NCLOB DBCLOB GRAPHIC VARGRAPHIC CITEXT FIXEDSTRING NAME SYSNAME UUID ' +
          'UNIQUEIDENTIFIER ENUM ENUM8 ENUM16 XML XMLTYPE',
        'text',
      ],
      [
        'BINARY VARBINARY VARBYTE BYTEA BYTES FIXED RAW IMAGE BLOB TINYBLOB MEDIUMBLOB LONGBLOB ROWVERSION BYTE_ARRAY ' +
          'FIXED_LEN_BYTE_ARRAY',
        'bytes',
      ],
      ['ARRAY LIST', 'list'],
      ['MAP OBJECT', 'map'],
      ['NULL', 'empty'],
    ] as const
  ).flatMap(([names, meaning]) => names.split(' ').map((name) => [name, meaning] as const)),
);

/** Types that no data type corresponds to. */
const others = /^(?:TIME(?:TZ)?|INTERVAL|DURATION|[JB]SONB?|VARIANT|GEOMETRY|GEOGRAPHY)$/;

/** What a name means, in any case; of its first part where it has several, such as `timestamp-millis`. `undefined`: it is unknown. */
export function meaningOfName(name: string): TypeMeaning | undefined {
  const upper = name.toUpperCase();
  const [first = ''] = /^[A-Z\d]+/.exec(upper) ?? [];
  return meanings.get(upper) ?? meanings.get(first) ?? (others.test(first) ? 'other' : undefined);
}

/** Decimal digits that Int64 always has. */
const int64Digits = 18;

/** A decimal with so many digits in all, and so many of them behind the point; a negative scale makes it longer. */
export function meaningOfDecimal(precision: number, scale: number): 'fraction' | 'integer' | 'wideInteger' {
  if (scale > 0) return 'fraction';
  return precision - scale <= int64Digits ? 'integer' : 'wideInteger';
}

/** A type of SQL: its keywords in upper case, without arguments, such as `CHARACTER VARYING`, and the first numbers in parentheses. */
export interface SqlTypeName {
  readonly name: string;
  readonly args: readonly number[];
}

/** What a type of SQL means where nothing is known of the dialect. A decimal that declares no digits is a fraction. */
export function meaningOfSqlType({ name, args }: SqlTypeName): TypeMeaning | undefined {
  const [first = '', ...rest] = name.split(' ');
  if (/[\][]|\bARRAY\b/.test(name)) return 'list';
  if (/BIT DATA|BINARY LARGE|LONG RAW|LONG VARBINARY/.test(name)) return 'bytes';
  if (first === 'BIGINT' && rest.includes('UNSIGNED')) return 'unsigned';
  if (first === 'TINYINT' && args[0] === 1) return 'tinyBoolean';
  // With a length, it is a string of bits.
  if (name === 'BIT' && args.length === 0) return 'boolean';
  const [precision, scale = 0] = args;
  if (isDecimal(first)) return precision === undefined ? 'fraction' : meaningOfDecimal(precision, scale);
  // ClickHouse: only the scale is declared.
  const [, bits] = /^DECIMAL(32|64|128|256)$/.exec(first) ?? [];
  if (bits !== undefined) return meaningOfDecimal(digitsOfBits[bits] ?? 0, precision ?? 0);
  return meaningOfName(first);
}

/** Whether the first keyword of a type of SQL is that of numbers whose digits are declared. */
export function isDecimal(first: string): boolean {
  return decimals.has(first);
}

const decimals = new Set(['DECIMAL', 'DEC', 'NUMERIC', 'NUM', 'NUMBER', 'FIXED']);
const digitsOfBits: Readonly<Record<string, number>> = { 32: 9, 64: 18, 128: 38, 256: 76 };
