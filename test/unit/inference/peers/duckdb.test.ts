import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { isFull } from '../../../../scripts/testing/random-cases.ts';
import type { ColumnReport, TableReport } from '../../../../src/inference/report/report.ts';
import { inferTable } from '../infer-text.ts';
import { type GeneratedFile, generateFile, type ValueKind } from './generated-file.ts';

const files = isFull ? 360 : 90;

/** DuckDB's types as ours. */
const types: Readonly<Record<string, string>> = {
  BIGINT: 'Int64',
  DOUBLE: 'Double',
  BOOLEAN: 'bool',
  DATE: 'DateTime',
  TIMESTAMP: 'DateTime',
  'TIMESTAMP WITH TIME ZONE': 'DateTime',
  VARCHAR: 'string',
};

/**
 * Where we mean to differ from DuckDB: the kind of values, DuckDB's type, and ours. What is not in this list has to be
 * equal.
 */
const intendedDifferences: readonly {
  readonly kind: ValueKind;
  readonly duckdb: string;
  readonly ours: string;
  readonly why: string;
}[] = [
  {
    kind: 'bigInteger',
    duckdb: 'DOUBLE',
    ours: 'string',
    why: 'A double rounds an integer beyond Int64.',
  },
  {
    kind: 'quotedInteger',
    duckdb: 'BIGINT',
    ours: 'string',
    why: 'Who quotes the values of one column only means text.',
  },
  { kind: 'yesNo', duckdb: 'BOOLEAN', ours: 'string', why: 'Only true and false are booleans everywhere.' },
  { kind: 'bareExponent', duckdb: 'DOUBLE', ours: 'string', why: '713752e1 is mostly an identifier.' },
  { kind: 'time', duckdb: 'TIME', ours: 'string', why: 'There is no data type for a time of day.' },
  {
    kind: 'slashDate',
    duckdb: 'DATE',
    ours: 'string',
    why: 'Whether the day or the month comes first must not be guessed.',
  },
  {
    kind: 'decimalComma',
    duckdb: 'VARCHAR',
    ours: 'Double',
    why: 'Decimal commas are read where the delimiter is another.',
  },
];

interface Peer {
  readonly rows: number;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly values: number;
    readonly examples: readonly string[];
  }[];
}

describe('DuckDB with a full scan', () => {
  let folder: string;
  let connection: DuckDBConnection;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-duckdb-'));
    connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  });

  after(async () => {
    connection.closeSync();
    await rm(folder, { recursive: true });
  });

  async function query(sql: string): Promise<readonly unknown[][]> {
    return (await connection.runAndReadAll(sql)).getRows();
  }

  async function ask(file: GeneratedFile): Promise<Peer> {
    const path = join(folder, file.name);
    await writeFile(path, file.text);
    // We detect the dialect; DuckDB gets it, as it gives up on some of these files.
    const dialect = `delim = '${file.delimiter}', quote = '"', escape = '"', comment = '', header = ${file.hasHeader}`;
    const described = await query(`describe from read_csv('${path}', ${dialect}, sample_size = -1)`);
    const names = described.map(([name]) => `"${String(name)}"`);
    const texts = `read_csv('${path}', ${dialect}, all_varchar = true)`;
    const [[rows, ...counts] = []] = await query(
      `select count(*), ${names.map((name) => `count(${name})`)} from ${texts}`,
    );
    const records = await query(`from ${texts}`);
    return {
      rows: Number(rows),
      columns: described.map(([name, type], index) => ({
        name: String(name),
        type: String(type),
        values: Number(counts[index]),
        examples: firstDifferent(records.map((record) => record[index])),
      })),
    };
  }

  it(`finds the same records, columns and types in ${files} files, but for intended differences`, async () => {
    const differences: string[] = [];
    const seen = new Set<object>();
    for (let number = 0; number < files; number++) {
      const file = generateFile(number);
      const [ours, peer] = [await inferTable(file.text, { fileName: file.name }), await ask(file)];
      for (const difference of compare(file, ours, peer, seen))
        differences.push(`${file.name}: ${difference}`);
    }
    assert.deepEqual(differences, []);
    const unused = intendedDifferences.filter((each) => !seen.has(each));
    assert.deepEqual(unused, [], 'intended differences that never occur');
  }).timeout(120_000);
});

function* compare(file: GeneratedFile, ours: TableReport, peer: Peer, seen: Set<object>): Iterable<string> {
  if (ours.rows !== peer.rows) yield `${ours.rows} rows, and ${peer.rows} in DuckDB`;
  if (ours.columns.length !== peer.columns.length)
    return yield `${ours.columns.length} columns, and ${peer.columns.length} in DuckDB`;
  for (const [index, column] of ours.columns.entries()) {
    const other = peer.columns[index];
    const kind = file.kinds[index];
    if (other === undefined || kind === undefined) continue;
    // Columns without names are numbered from 1 here, and from 0 there.
    if (file.hasHeader && column.name !== other.name) yield `the names ${column.name} and ${other.name}`;
    if (column.values !== other.values) yield `${column.name}: ${column.values} values, and ${other.values}`;
    if (column.examples.slice(0, other.examples.length).join('\0') !== other.examples.join('\0'))
      yield `${column.name}: ${column.examples} and ${other.examples}`;
    if (types[other.type] === column.dataType) continue;
    const intended = intendedDifferences.find(
      (each) => each.kind === kind && each.duckdb === other.type && each.ours === column.dataType,
    );
    if (intended === undefined) yield describeTypes(column, other.type, kind);
    else seen.add(intended);
  }
}

function describeTypes(column: ColumnReport, type: string, kind: string): string {
  return `${column.name} (${kind}): ${column.dataType}, and ${type} in DuckDB (${column.examples.join(' ')})`;
}

/** The different values of the first rows, which the report lists first. */
function firstDifferent(all: readonly unknown[]): readonly string[] {
  return [...new Set(all.slice(0, 20).filter((value) => value !== null))].map(String).slice(0, 5);
}
