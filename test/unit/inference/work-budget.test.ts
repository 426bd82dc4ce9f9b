import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { sizeOf } from '../../../scripts/testing/random-cases.ts';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { fileSource, nodePorts } from '../../../src/data-files/file-source.ts';
import { profileSource } from '../../../src/inference/profile-source.ts';
import { WorkBudget } from '../../../src/inference/work-budget.ts';
import { DataFolder } from './formats/infer-file.ts';
import { cells, workbookParts, writeXlsx } from './formats/xlsx-file.ts';

/** Milliseconds of processor time, and megabytes, that a file of a few hundred kilobytes may take. Before, each of these took far more. */
const most = { time: timeLimit(1500), memory: 700 };

describe('A small file that uses what it declares very often', function () {
  this.timeout(120_000);
  let folder: DataFolder;
  before(() => {
    folder = new DataFolder();
  });
  after(() => folder.remove());

  /** The kind of the failure, or the number of tables. */
  async function outcome(name: string, content: Uint8Array | string): Promise<string | number> {
    const path = folder.write(name, content);
    const started = process.cpuUsage();
    const memory = process.memoryUsage.rss();
    const result = await profileSource(fileSource(path), nodePorts);
    const { user, system } = process.cpuUsage(started);
    const time = (user + system) / 1000;
    assert.ok(time < most.time, `${Math.round(time)} ms`);
    const megabytes = (process.memoryUsage.rss() - memory) / 2 ** 20;
    assert.ok(megabytes < most.memory, `${Math.round(megabytes)} MB`);
    return result.ok ? result.value.tables.length : result.failure.kind;
  }

  it('compares no number of 200,000 digits with each other one', async () => {
    const near = `1.${'0'.repeat(sizeOf(200_000))}1`;
    const rows = '{"a":1.0}\n'.repeat(2000);
    assert.equal(await outcome('number.ndjson', `{"a":${near}}\n${rows}`), 1);
    const sheet = `<worksheet><sheetData>${`<row><c><v>${near}</v></c></row>`}${'<row><c><v>1.0</v></c></row>'.repeat(2000)}</sheetData></worksheet>`;
    const parts = { 'xl/worksheets/sheet1.xml': sheet };
    assert.equal(await outcome('number.xlsx', writeXlsx([{ name: 'a', rows: [] }], { parts })), 1);
  });

  it('has no more columns in all tables together than it may', async () => {
    const row = Array.from({ length: sizeOf(5000) }, (_, index) => `"c${index}":1`).join();
    const tables = Array.from({ length: 100 }, (_, index) => `"t${index}":[{${row}}]`).join();
    assert.equal(await outcome('tables.json.gz', gzipSync(`{${tables}}`)), 'too-much-work');
  });

  it('holds no more in gzip than a workbook of its size may', async () => {
    for (const [name, head, row] of [
      ['rows.csv.gz', 'a,b\n', '1,2\n'],
      ['rows.jsonl.gz', '', '{"a":1,"b":2}\n'],
      ['rows.sql.gz', 'CREATE TABLE t (a int);\n', 'INSERT INTO t VALUES (1);\n'],
    ] as const) {
      const rows = (megabytes: number) =>
        gzipSync(head + row.repeat(Math.floor((megabytes * 2 ** 20) / row.length)), { level: 9 });
      assert.equal(await outcome(name, rows(32)), 'too-much-work', name);
      assert.equal(await outcome(name, rows(2)), 1, name);
    }
  });

  it('keeps no more strings of a workbook than it may', async () => {
    const strings = `<sst>${`<si><t>${'x'.repeat(800)}</t></si>`.repeat(60_000)}</sst>`;
    // So large that it may hold the part.
    const parts = { 'xl/sharedStrings.xml': strings, 'xl/noise.bin': randomBytes(250_000) };
    const workbook = writeXlsx([{ name: 'a', rows: [] }], { parts });
    assert.equal(await outcome('strings.xlsx', workbook), 'too-much-work');
  });

  it('reads a sheet of a workbook once', async () => {
    const sheets = Array.from({ length: 50 }, (_, index) => ({ name: `s${index}`, rows: [] }));
    const own = Buffer.from(workbookParts(sheets)['xl/_rels/workbook.xml.rels'] ?? []).toString();
    const parts = {
      'xl/_rels/workbook.xml.rels': own.replace(/sheet\d+\.xml/g, 'sheet1.xml'),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${cells.number(1).repeat(10_000)}</row></sheetData></worksheet>`,
    };
    const workbook = writeXlsx(sheets, { parts });
    assert.equal(await outcome('sheets.xlsx', workbook), 'damaged');
  });

  it('reads a union of Avro for each field that uses it, as long as there is budget', async () => {
    const union = Array.from({ length: sizeOf(20_000) }, () => 'int');
    const used = { type: 'record', name: 'U', fields: [{ name: 'u', type: union }] };
    const fields = Array.from({ length: 2500 }, (_, index) => ({
      name: `f${index}`,
      type: index === 0 ? used : 'U',
    }));
    assert.equal(await outcome('union.avro', avro({ type: 'record', name: 'R', fields })), 'too-much-work');
    const namespace = 'n'.repeat(sizeOf(500_000));
    const many = Array.from({ length: 9000 }, (_, index) => ({ name: `f${index}`, type: 'X' }));
    const named = avro({ type: 'record', name: 'R', namespace, fields: many });
    assert.equal(await outcome('namespace.avro', named), 'name-too-long');
  });

  it('keeps no long names of Avro apart, whose hashes may be equal', async () => {
    const fields = Array.from({ length: 9000 }, (_, index) => ({
      name: `f${index}`,
      type: { type: 'fixed', name: `t${index}`, size: 1 },
    }));
    const name = `${'n.'.repeat(sizeOf(200_000))}R`;
    assert.equal(await outcome('names.avro', avro({ type: 'record', name, fields })), 'name-too-long');
  });

  it('reads a name of Arrow for each field that has it, and no long one', async () => {
    assert.equal(
      await outcome('name.arrow', arrow({ fields: 9000, name: sizeOf(500_000), entries: 0 })),
      'name-too-long',
    );
    assert.equal(
      await outcome('key.arrow', arrow({ fields: sizeOf(9000), name: 10, entries: 9000 })),
      'too-much-work',
    );
  });

  it('looks for no column of Parquet in row groups that have none', async () => {
    assert.equal(await outcome('groups.parquet', parquet(1000, sizeOf(40_000))), 1);
  });

  it('reads the default values of added columns in SQLite as long as there is budget', async () => {
    const path = folder.file('defaults.sqlite');
    const connection = new DatabaseSync(path);
    connection.exec(
      `CREATE TABLE t (a); BEGIN;
       INSERT INTO t WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < ${sizeOf(100_000)}) SELECT x FROM r`,
    );
    for (let index = 0; index < 200; index++)
      connection.exec(`ALTER TABLE t ADD COLUMN c${index} DEFAULT '${'d'.repeat(1000)}'`);
    connection.exec('COMMIT');
    connection.close();
    assert.equal(await outcome('defaults.sqlite', readFileSync(path)), 'too-much-work');
  });

  it('converts a default value of UTF-16 in SQLite as long as there is budget', async () => {
    const path = folder.file('utf16.sqlite');
    const connection = new DatabaseSync(path);
    connection.exec(
      `PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a); BEGIN;
       INSERT INTO t WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x < 20000) SELECT x FROM r;
       ALTER TABLE t ADD COLUMN c DEFAULT '${'d'.repeat(200_000)}'; COMMIT`,
    );
    connection.close();
    assert.equal(await outcome('utf16.sqlite', readFileSync(path)), 'too-much-work');
  });

  it('follows no circle of pages in a SQLite database', async () => {
    const path = folder.file('pages.sqlite');
    const connection = new DatabaseSync(path);
    connection.exec('PRAGMA page_size = 512; CREATE TABLE t (a); CREATE TABLE other (a)');
    connection.exec(
      `INSERT INTO t VALUES ${Array.from({ length: 300 }, () => `('${'x'.repeat(100)}')`).join()}`,
    );
    const root = Number(
      connection.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 't'").get()?.rootpage,
    );
    connection.close();
    const whole = readFileSync(path);
    const start = (root - 1) * 512;
    assert.equal(whole[start], 5, 'an interior page');
    assert.equal(await outcome('whole.sqlite', whole), 2);
    const firstCell = start + whole.readUInt16BE(start + 12);
    // To itself, to its sibling, to the first page.
    for (const child of [root, whole.readUInt32BE(start + 8), 1]) {
      const circle = Buffer.from(whole);
      circle.writeUInt32BE(child, firstCell);
      assert.equal(await outcome('circle.sqlite', circle), 'damaged');
    }
    const shared = Buffer.from(whole);
    const other = root === 2 ? 3 : 2;
    // The schema says where each table begins.
    const at = shared.indexOf(Buffer.from('CREATE TABLE other')) - 1;
    assert.equal(shared[at], other);
    shared[at] = root;
    assert.equal(await outcome('shared.sqlite', shared), 'damaged');
  });
});

describe('A work budget', () => {
  it('is a constant, and more for each byte of the source', () => {
    const small = new WorkBudget();
    assert.throws(() => small.keep(300 * 2 ** 20));
    const large = new WorkBudget();
    large.allow(100 * 2 ** 20);
    large.keep(300 * 2 ** 20);
    large.expand(15 * 2 ** 30);
    assert.throws(() => large.expand(6 * 2 ** 30));
  });
});

/** An Avro file without records. */
function avro(schema: unknown): Buffer {
  const parts = [
    Buffer.from('Obj\u0001', 'latin1'),
    varint(2),
    sized('avro.schema'),
    sized(JSON.stringify(schema)),
  ];
  return Buffer.concat([...parts, varint(0), Buffer.alloc(16)]);
}

function sized(text: string): Buffer {
  return Buffer.concat([varint(2 * Buffer.byteLength(text)), Buffer.from(text)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

/** The footer of an Arrow file whose fields are all the same table, with one name, and one key of their metadata. */
function arrow({ fields, name, entries }: Readonly<Record<'fields' | 'name' | 'entries', number>>): Buffer {
  const bytes: number[] = [];
  const int = (value: number) => {
    const at = bytes.length;
    bytes.push(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff);
    return at;
  };
  const short = (value: number) => bytes.push(value & 0xff, value >> 8);
  /** A table with references at these fields; returns where each is, to be set later. */
  const table = (count: number, present: readonly number[]) => {
    const vtable = bytes.length;
    short(4 + 2 * count);
    short(4 + 4 * present.length);
    for (let field = 0; field < count; field++)
      short(present.includes(field) ? 4 + 4 * present.indexOf(field) : 0);
    if (count % 2 === 1) short(0);
    const at = int(bytes.length - vtable);
    return { at, references: present.map(() => int(0)) };
  };
  /** References lead forwards. */
  const set = (at: number | undefined, target: number) => {
    assert.ok(at !== undefined);
    for (let byte = 0; byte < 4; byte++) bytes[at + byte] = ((target - at) >> (8 * byte)) & 0xff;
  };
  /** A vector of references, to be set later. */
  const vector = (reference: number | undefined, length: number) => {
    set(reference, int(length));
    return Array.from({ length }, () => int(0));
  };
  const root = int(0);
  const footer = table(2, [1]);
  set(root, footer.at);
  const schema = table(2, [1]);
  set(footer.references[0], schema.at);
  const all = vector(schema.references[0], fields);
  const field = table(7, [0, 2, 6]);
  for (const each of all) set(each, field.at);
  // Fixed-size binaries may be UUIDs, which their metadata say.
  bytes[field.references[1] ?? 0] = 15;
  const metadata = vector(field.references[2], entries);
  const key = table(2, [0]);
  for (const each of metadata) set(each, key.at);
  set(field.references[0], bytes.length);
  set(key.references[0], bytes.length);
  int(name);
  for (let index = 0; index < name; index++) bytes.push(0x6e);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([Buffer.from('ARROW1\0\0'), Buffer.from(bytes), length, Buffer.from('ARROW1')]);
}

/** A Parquet file of 32-bit integers in row groups without columns. */
function parquet(leaves: number, groups: number): Buffer {
  const list = (length: number, type: number) => [0xf0 | type, ...varint(length)];
  const leaf = (name: string) => [
    0x15,
    0x02,
    0x25,
    0x02,
    0x18,
    ...varint(name.length),
    ...Buffer.from(name),
    0,
  ];
  const root = [0x48, 1, 0x72, 0x15, ...varint(2 * leaves), 0];
  const metadata = Buffer.from([
    ...[0x15, 0x02, 0x19],
    ...list(leaves + 1, 12),
    ...root,
    ...Array.from({ length: leaves }, (_, index) => leaf(`c${index}`)).flat(),
    ...[0x16, ...varint(2 * groups), 0x19],
    ...list(groups, 12),
    // No columns, no bytes, one row.
    ...Array.from({ length: groups }, () => [0x19, 0x0c, 0x16, 0x00, 0x16, 0x02, 0]).flat(),
    0,
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(metadata.length);
  return Buffer.concat([Buffer.from('PAR1'), metadata, length, Buffer.from('PAR1')]);
}
