import assert from 'node:assert/strict';
import { suggestDataType } from '../../../../src/dataset/rules/suggest-data-type.ts';
import { inferAll } from '../../inference/infer-text.ts';

/** What `suggestDataType` says, with `+` behind a data type that must be declared. */
function suggested(dataType: string, declared: readonly string[] = []): string | undefined {
  const found = suggestDataType(dataType, declared);
  return found && found.dataType + (found.isKnown ? '' : '+');
}

const spellings: Readonly<Record<string, readonly string[]>> = {
  Int64: [
    ...[
      'integer',
      'INT',
      'bigint',
      'smallint',
      'tinyint',
      'long',
      'Int32',
      'uint8',
      'serial',
      'year',
      'int64',
      ' Int64 ',
    ],
    ...[
      'int(11)',
      'decimal(10,0)',
      'DECIMAL(18)',
      'numeric(38, 0)',
      'NUMBER(*, 0)',
      'pg_catalog.int4',
      'int unsigned',
    ],
  ],
  string: [
    ...[
      'text',
      'varchar',
      'VARCHAR',
      'varchar(20)',
      'VARCHAR(MAX)',
      'character varying(10)',
      'nvarchar',
      'char',
      'uuid',
    ],
    ...[
      'STRING',
      'enum',
      'xml',
      'json',
      'jsonb',
      'time',
      'interval',
      'bytea',
      'binary(16)',
      'array',
      'object',
      'text[]',
    ],
    ...['BIGINT UNSIGNED', 'uint64', 'Int64[]', 'str'],
  ],
  bool: ['boolean', 'BOOL', 'bit', 'TINYINT(1)', 'Boolean'],
  DateTime: [
    ...[
      'date',
      'datetime',
      'timestamp',
      'TIMESTAMP(3) WITHOUT TIME ZONE',
      'timestamp with time zone',
      'timestamptz',
    ],
    ...['datetime2(7)', 'datetimeoffset', 'timestamp-millis', 'timestamp_ntz', 'smalldatetime'],
  ],
  'Double+': [
    ...[
      'float',
      'FLOAT(53)',
      'double',
      'double precision',
      'real',
      'number',
      'numeric',
      'decimal',
      'decimal(10,2)',
    ],
    ...['NUMERIC( 12 , 4 )', 'money', 'float64', 'DECIMAL64(2)'],
  ],
};

describe('The data type that an unknown one stands for', () => {
  for (const [dataType, written] of Object.entries(spellings))
    it(`is ${dataType}`, () => {
      for (const each of written) assert.equal(suggested(each), dataType, each);
    });

  it('is the declared one of fractions, or a declared one in another spelling', () => {
    for (const each of spellings['Double+'] ?? [])
      assert.equal(suggested(each, ['Guid', 'Decimal']), 'Decimal');
    for (const [each, declared, expected] of [
      ['float', ['Float64'], 'Float64'],
      ['float', ['Money', 'Guid'], 'Double+'],
      ['decimal(12,2)', ['Decimal(10,2)'], 'Decimal(10,2)'],
      ['text', ['Text'], 'Text'],
      ['time', ['Time'], 'Time'],
      ['binary', ['Text', 'Binary(16)'], 'Binary(16)'],
      ['uuid', ['UUID', 'Guid'], 'UUID'],
      ['int', ['Int32'], 'Int64'],
    ] as const)
      assert.equal(suggested(each, declared), expected, each);
  });

  it('is none for one that only must be declared, or that nothing is known of', () => {
    for (const each of [
      'Double',
      'Decimal',
      'Number',
      'Guid',
      '',
      'null',
      '()',
      '(20)',
      '.',
      'constructor',
      '💶',
    ])
      assert.equal(suggested(each), undefined, each);
    assert.equal(suggested(`varchar(${'9'.repeat(1_000_000)})`), undefined);
  });

  it('is what infer makes of a column of this type in SQL', async () => {
    // Without spelling mistakes, and types that SQL reads in another way.
    const isSql = (type: string) => !/^(?:long|str|array|object|timestamp-millis|enum)$/.test(type);
    for (const [dataType, written] of Object.entries(spellings)) {
      const types = written.filter(isSql);
      const columns = types.map((type, index) => `c${index} ${type}`);
      const [table] = await inferAll(`CREATE TABLE t (${columns.join(', ')});`, { fileName: 'dump.sql' });
      const expected = types.map((type) => [type, dataType.replace('+', '')]);
      assert.deepEqual(
        table?.columns.map((column, index) => [types[index], column.dataType]),
        expected,
      );
    }
  });
});
