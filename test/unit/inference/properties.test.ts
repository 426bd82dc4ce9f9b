import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { profileSource } from '../../../src/inference/profile-source.ts';
import { typeOf } from '../../../src/inference/values/data-types.ts';
import { inferTable, memorySource, ports, tryInfer, typesOf } from './infer-text.ts';
import { modelOf } from './record-model.ts';

/** What decides about dialects and types, in a small space where it meets often. */
const pieces = [
  ...[
    '1',
    '23',
    '-4',
    '5.5',
    '0',
    '007',
    '-',
    '.',
    'e5',
    '9223372036854775808',
    'x',
    'true',
    'no',
    'NA',
    '2024-01-01',
  ],
  ...[
    'T10:00',
    ' 10:00:00.5Z',
    '3/4/2024',
    '$',
    'é',
    '日本',
    ' ',
    '\t',
    ',',
    ',',
    ',',
    ';',
    '"',
    '"',
    '""',
    '\\',
    '\\"',
  ],
  ...['\n', '\n', '\n', '\r\n', '\r'],
];

const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 200 }).map((parts) => parts.join(''));

/** Columns of mostly one kind of value each, so that scanners expect it, and are wrong now and then. */
const pools = [
  ['1', '-2', '345', '123456789012345', '123456789012345678', '0'],
  ['1.5', '-0.25', '3', '1e-5', '12345678901234567.125', '10.0'],
  ['2024-01-01', '2024-02-29T10:00', '1999-12-31 23:59:60Z', '2024-01-01T00:00:00.5+02:00'],
  ['true', 'False', 'TRUE'],
  ['a', 'b c', 'NULL', 'ü', 'N/A'],
  ['', '""', ' '],
  ['"7"', '"x, y"', '"2024-01-01"', '"a ""b"""'],
];
const deviants = [
  'x',
  '-',
  '1.',
  '2024-13-01',
  ' 7 ',
  '"5"',
  '-0',
  '00',
  '5.5.5',
  '2024-01-01x',
  '1,5',
  '"a"b',
  '',
];

const cell = (pool: readonly string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...pool), weight: 40 },
    { arbitrary: fc.constantFrom(...deviants), weight: 1 },
  );

/** Rows of a table with three columns. */
const tableRows = fc
  .tuple(...[0, 1, 2].map(() => fc.constantFrom(...pools)))
  .chain((chosen) => fc.array(fc.tuple(...chosen.map(cell)), { minLength: 1, maxLength: 60 }));

const csv = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((row) => `${row.join(delimiter)}\n`).join('');

/** None that JSON writes with an escape at its beginning: `JSON.parse` of V8 13.6 may misread such names (see `readJson`). */
function propertyName(maxLength = 10): fc.Arbitrary<string> {
  return fc.string({ maxLength }).filter((name) => !JSON.stringify(name).startsWith('"\\'));
}

describe('The fast scan of delimited text', () => {
  const delimiters = fc.constantFrom(',', ',', ' ');
  const agreesWithModel = async (text: string, delimiter: string) => {
    const options = { delimiter, header: false, leastStep: 4 };
    const model = modelOf(text, delimiter);
    const result = await profileSource(memorySource('a.csv', text, 3), ports, options);
    if (!result.ok) return assert.equal(model, result.failure.kind);
    const [table] = result.value.tables;
    assert.ok(table && typeof model === 'object');
    assert.deepEqual(
      {
        rows: table.rows,
        missing: 0,
        surplus: 0,
        ...Object.fromEntries(
          table.notes.flatMap((note) =>
            note.kind === 'missing-fields' || note.kind === 'surplus-fields'
              ? [[note.kind.slice(0, 7), note.count]]
              : [],
          ),
        ),
        columns: table.columns.map(({ profile }) => ({
          type: typeOf(profile.kinds),
          empty: profile.empty,
          quotedEmpty: profile.quotedEmpty,
          quoted: profile.quoted,
          spaced: profile.spaced,
        })),
      },
      model,
    );
  };

  it('agrees with a plain one on anything', () =>
    fc.assert(fc.asyncProperty(soup, delimiters, agreesWithModel), { numRuns: caseCount(3000) }));

  it('agrees with a plain one on tables whose values are mostly as expected', () =>
    fc.assert(
      fc.asyncProperty(tableRows, delimiters, (rows, delimiter) =>
        agreesWithModel(csv(rows, delimiter), delimiter),
      ),
      { numRuns: caseCount(1500) },
    ));
});

describe('The size of chunks', () => {
  const sizes = fc.record({
    chunkSize: fc.integer({ min: 1, max: 40 }),
    leastStep: fc.integer({ min: 1, max: 40 }),
    delimiter: fc.constantFrom(undefined, undefined, ' '),
  });
  const changesNothing =
    (fileName: string) => async (text: string, size: { delimiter: string | undefined }) =>
      assert.deepEqual(
        await tryInfer(text, { fileName, ...size }),
        await tryInfer(text, { fileName, delimiter: size.delimiter, leastStep: 1 << 20 }),
      );

  it('changes nothing about delimited text', () =>
    fc.assert(fc.asyncProperty(soup, sizes, changesNothing('a.csv')), { numRuns: caseCount(1500) }));

  it('changes nothing about tables', () =>
    fc.assert(
      fc.asyncProperty(
        tableRows.map((rows) => csv(rows)),
        sizes,
        changesNothing('a.csv'),
      ),
      {
        numRuns: caseCount(500),
      },
    ));

  const object = fc.dictionary(propertyName(4), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
  const objects = fc.array(fc.oneof({ arbitrary: object, weight: 9 }, fc.constant(null)));
  const value = fc.constantFrom(1, 2.5, 'x', null, '2024-01-01', [1], { c: 1 });
  const keyed = fc.dictionary(propertyName(), fc.record({ a: value, b: value }), { minKeys: 2, maxKeys: 15 });
  const arrays = fc.array(fc.array(value, { maxLength: 3 })).map((rows) => [['a', 'b'], ...rows]);
  /** Cuts or changes a text, or leaves it. */
  const damaged = (text: fc.Arbitrary<string>) =>
    fc
      .tuple(text, fc.nat(300), fc.constantFrom('', '', '', '"', '\\', '}', '\n', 'é'))
      .map(([whole, at, added]) =>
        at < 250 ? whole : whole.slice(0, at - 250) + added + whole.slice(at - 249),
      );

  it('changes nothing about NDJSON, valid or not', () =>
    fc.assert(
      fc.asyncProperty(
        damaged(
          fc
            .tuple(objects, fc.constantFrom('\n', '\r', '\r\n', ''), fc.constantFrom(undefined, 1))
            .map(([all, end, indent]) =>
              all.map((each) => JSON.stringify(each, null, indent) + end).join(''),
            ),
        ),
        sizes,
        changesNothing('a.ndjson'),
      ),
      { numRuns: caseCount(1000) },
    ));

  it('changes nothing about JSON, valid or not', () =>
    fc.assert(
      fc.asyncProperty(
        damaged(
          fc
            .oneof(
              objects,
              fc.dictionary(propertyName(), fc.oneof(objects, keyed, arrays)),
              keyed,
              arrays,
              keyed.map((data) => ({ data })),
            )
            .map((value) => JSON.stringify(value, null, 1)),
        ),
        sizes,
        changesNothing('a.json'),
      ),
      { numRuns: caseCount(1000) },
    ));
});

describe('The order of rows', () => {
  it('never changes a type where the dialect is given', () =>
    fc.assert(
      fc.asyncProperty(
        tableRows.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        async ([rows, shuffled]) => {
          const options = { delimiter: ',', header: false };
          // Columns are those of the first record, so that it keeps its length.
          const same = rows[0]?.length === shuffled[0]?.length;
          assert.ok(same);
          // A file without any value is an error.
          fc.pre(rows.flat().some((value) => value.trim() !== '' && value !== '""'));
          const full = (each: readonly (readonly string[])[]) =>
            csv(each.map((row) => row.map((value) => (value === '1,5' ? '"1,5"' : value))));
          assert.deepEqual(
            typesOf(await inferTable(full(rows), options)),
            typesOf(await inferTable(full(shuffled), options)),
          );
        },
      ),
      { numRuns: caseCount(1000) },
    ));

  it('never changes a type of NDJSON', () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .array(
            fc.record({
              a: fc.constantFrom(1, 1.5, 'x', true, null, '2024-01-01', [1], { b: 1 }, { b: 'x' }),
            }),
            {
              minLength: 1,
            },
          )
          .chain((rows) =>
            fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
          ),
        async (orders) => {
          const [types, shuffled] = await Promise.all(
            orders.map(async (rows) =>
              typesOf(
                await inferTable(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), {
                  fileName: 'a.ndjson',
                }),
              ).sort(),
            ),
          );
          assert.deepEqual(types, shuffled);
        },
      ),
      { numRuns: caseCount(500) },
    ));
});

describe('Quotes around every field', () => {
  const bare = pools.slice(0, 5);
  const rowsWithoutQuotes = fc
    .tuple(...[0, 1, 2].map(() => fc.constantFrom(...bare, ['1', 'x', '', '2024-01-01'])))
    .chain((chosen) =>
      fc.array(fc.tuple(...chosen.map((pool) => fc.constantFrom(...pool, ''))), { minLength: 1 }),
    );

  it('change nothing but the count of quoted empty values', () =>
    fc.assert(
      fc.asyncProperty(rowsWithoutQuotes, fc.constantFrom(true, false), async (rows, header) => {
        const options = { delimiter: ',', header };
        const facts = async (text: string) => {
          const table = await inferTable(text, options);
          return table.columns.map(({ note, ...column }) => ({
            ...column,
            note: note?.replace(/ ?[\d,]+ empty values? (?:is|are) in quotes\./, '').trim() || null,
          }));
        };
        const quoted = rows.map((row) => row.map((value) => `"${value}"`));
        assert.deepEqual(await facts(csv(quoted)), await facts(csv(rows)));
      }),
      { numRuns: caseCount(1000) },
    ));
});
