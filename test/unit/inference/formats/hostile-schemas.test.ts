import assert from 'node:assert/strict';
import { sizeOf, someOf } from '../../../../scripts/testing/random-cases.ts';
import { memorySource, webPorts } from '../../../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../../../src/inference/infer-sources.ts';

const $schema = 'https://json-schema.org/draft/2020-12/schema';

function sourceOf(name: string, text: string) {
  return memorySource({ name, label: name, content: new TextEncoder().encode(text) });
}

async function read(files: Readonly<Record<string, string>>) {
  return inferSources(
    Object.entries(files).map(([name, text]) => sourceOf(name, text)),
    webPorts,
    { merge: false },
  );
}

/** The kind of the failure of a file, or its number of tables. */
async function outcome(name: string, content: unknown): Promise<string | number> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const before = process.memoryUsage.rss();
  const { failures, tables } = await read({ [name]: text });
  const megabytes = (process.memoryUsage.rss() - before) / 2 ** 20;
  assert.ok(megabytes < 300, `${Math.round(megabytes)} MB`);
  return failures[0]?.failure.kind ?? tables.length;
}

describe('A hostile schema', () => {
  it('with objects in place of texts fails alone, or is read', async () => {
    const { tables, failures } = await read({
      'a.json': JSON.stringify({
        $schema,
        properties: { a: { type: { toString: 1 } }, b: { type: [{ toString: 1 }] } },
      }),
      'b.yaml':
        'kind: DataContract\nname: { toString: 1 }\nschema:\n  - name: { toString: 1 }\n    properties:\n      - { name: { toString: 1 }, logicalType: { toString: 1 }, physicalType: { toString: 1 } }\n',
      'c.avsc':
        '{"type":"record","name":{"toString":[]},"fields":[{"name":"x","type":{"type":{"toString":1}}}]}',
      'd.csv': 'x\n1\n',
    });
    assert.deepEqual(
      tables.map(({ source }) => source),
      ['a.json', 'b.yaml', 'd.csv'],
    );
    assert.deepEqual(
      failures.map(({ file, failure: { kind } }) => [file, kind]),
      [['c.avsc', 'damaged']],
    );
  });

  it('that a reader has an error at is a failure of its file', async () => {
    const broken = () => Promise.reject(new TypeError('bug'));
    const { tables, failures } = await inferSources(
      [sourceOf('a.sqlite', 'SQLite format 3\0'), sourceOf('b.csv', 'x\n1\n')],
      { ...webPorts, openDatabase: broken },
    );
    assert.deepEqual(
      tables.map(({ source }) => source),
      ['b.csv'],
    );
    const [failed] = failures;
    assert.ok(failed?.failure.kind === 'unexpected');
    assert.match(failed.failure.error, /^TypeError at [\w.-]+\.ts:\d+:\d+$/);
  });

  it('costs what it uses, not what it declares', async () => {
    for (const word of someOf(['anyOf', 'allOf'], 2)) {
      const $defs = Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => {
          const next = { $ref: `#/$defs/d${index + 1}` };
          return [`d${index}`, { [word]: [next, next] }];
        }),
      );
      const schema = { $schema, properties: { x: { $ref: '#/$defs/d0' } }, $defs };
      assert.equal(await outcome('a.json', schema), 'too-much-work', word);
    }
    const properties = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`p${index}`, {}]));
    const allOf = Array.from({ length: 3000 }, () => ({ $ref: '#/$defs/a' }));
    assert.equal(await outcome('a.json', { $schema, allOf, $defs: { a: { properties } } }), 'too-much-work');
    const columns = Array.from({ length: 9000 }, (_, index) => `c${index} int`).join();
    const parents = 't,'.repeat(sizeOf(100_000));
    assert.equal(
      await outcome('a.sql', `CREATE TABLE t (${columns}); CREATE TABLE u (x int) INHERITS (${parents}t);`),
      'too-much-work',
    );
    // What is next but one is looked for near by.
    assert.equal(
      await outcome(
        'a.sql',
        `CREATE TABLE t (x int); ALTER TABLE t ${'ALTER INDEX i '.repeat(sizeOf(150_000))};`,
      ),
      1,
    );
  });

  it('keeps few of the names that are only reported', async () => {
    const views = Array.from({ length: 20_000 }, (_, index) => `CREATE VIEW v${index} AS SELECT 1;`);
    const { schemas } = await read({ 'a.sql': `CREATE TABLE t (x int);${views.join('\n')}` });
    const [view] = schemas[0]?.skipped ?? [];
    assert.deepEqual([view?.count, view?.names.length], [20_000, 10]);
    const domains = Array.from({ length: 20_000 }, (_, index) => `CREATE DOMAIN d${index} AS int;`);
    assert.equal(await outcome('a.sql', `CREATE TABLE t (x int);${domains.join('\n')}`), 'too-much-work');
  });

  it('has no table of a statement that is not understood, but its name', async () => {
    const { tables, schemas } = await read({
      'a.sql':
        'CREATE TABLE t (x int); CREATE TABLE a ! (y int); CREATE TABLE b NOVEL (y int); CREATE TABLE t (y int);' +
        'CREATE TABLE c (x int, {{ columns }}); CREATE TABLE d ($\u007bcolumns} z int); CREATE TABLE e (x int, ...);',
    });
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['t'],
    );
    assert.deepEqual(schemas[0]?.skipped, [
      { what: 'CREATE TABLE', count: 5, names: ['a', 'b', 'c', 'd', 'e'] },
      { what: 'second definition', count: 1, names: ['t'] },
    ]);
  });
});
