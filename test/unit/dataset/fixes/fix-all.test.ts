import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'yaml';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { validateText } from '../../../../src/dataset/document.ts';
import { applyEdits } from '../../../../src/dataset/edits/text-edit.ts';
import { safeFixes } from '../../../../src/dataset/fixes/fix-all.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import { mutatedDocument, untidyDocument } from '../documents.ts';
import { columns, options } from '../marked.ts';

async function fixed(text: string, format: DocumentFormat = 'json'): Promise<string> {
  return applyEdits(text, await safeFixes(new ParsedDocument(text, format), options));
}

/** Without those that wrong keys hide. */
async function errorsIn(text: string, format: DocumentFormat): Promise<number> {
  const problems = await validateText(text, format, options);
  return problems.filter(({ code }) => code === 'syntax' || code === 'duplicate-key').length;
}

/** What fix-all keeps of a value: it may trim names, make strings of them, and correct keys and data types. */
function normalized(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => normalized(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, member]) => [correctedKey(name), normalized(member, correctedKey(name))] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  if (key === 'name' && typeof value !== 'object') return tidy(String(value));
  return key === 'dataType' && typeof value === 'string' ? value.toLowerCase() : value;
}

function correctedKey(key: string): string {
  return { Name: 'name', nam: 'name', colums: 'columns', tabels: 'tables', datatype: 'dataType' }[key] ?? key;
}

function tidy(name: string): string {
  return name
    .replace(/[\t-\r\u0085]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

describe('Fix all', () => {
  it('applies all safe fixes at once', async () => {
    assert.equal(
      await fixed(
        '{\n  "Name": 2024,\n  "tabels": [\n    { "name": " T", "columns": [{ "name": "a", "dataType": "int64", "dataType": "int64" }] },\n  ]\n}',
      ),
      '{\n  "name": "2024",\n  "tables": [\n    { "name": "T", "columns": [{ "name": "a", "dataType": "Int64" }] }\n  ]\n}',
    );
  });

  it('never makes a name a duplicate', async () => {
    const text = (second: string, types: string) =>
      columns(
        `{"name":"a","dataType":${types}}`,
        `{"name":${second},"dataType":${types}}`,
        '{"name":"b","dataType":"string"}',
      );
    assert.equal(await fixed(text('"A "', '"int64"')), text('"A "', '"Int64"'));
    assert.equal(
      await fixed(
        'name: " d"\ntables:\n\t- name: T\n\t  columns: [{name: 7, dataType: int64}, {name: "7", dataType: BOOL}]\n',
        'yaml',
      ),
      'name: "d"\ntables:\n  - name: T\n    columns: [{name: 7, dataType: Int64}, {name: "7", dataType: bool}]\n',
    );
  });

  it('turns a JavaScript literal into JSON', async () => {
    assert.equal(await fixed("{\n  name: 'd',\n  tables: [],\n}"), '{\n  "name": "d",\n  "tables": []\n}');
  });

  it('corrects the case of all keys, also where wrong keys hide errors', async () => {
    const text = (name: string, tables: string, columns: string, dataType: string) =>
      `{"${name}":"d","${tables}":[{"${name}":"T","${columns}":[{"${name}":"a","${dataType}":"bool"},{},{},{}]}]}`;
    assert.equal(
      await fixed(text('Name', 'Tables', 'Columns', 'DataType')),
      text('name', 'tables', 'columns', 'dataType'),
    );
  });

  it('leaves what other formats call a property or a data type, which can be meant in another way', async () => {
    for (const column of [
      '{"name":"a","type":"Int64"}',
      '{"name":"a","dataType":"integer"}',
      '{"title":"a"}',
    ])
      assert.equal(await fixed(columns(column)), columns(column));
    assert.equal(
      await fixed(columns('{"name":"a","datatype":"varchar(20)"}')),
      columns('{"name":"a","dataType":"varchar(20)"}'),
    );
  });

  it('keeps comments, quotes and line breaks in YAML', async () => {
    assert.equal(
      await fixed(
        "# sales\r\nName: d # sic\r\ntables:\r\n- name: ' T'\r\n  columns:\r\n  - {name: a, dataType: int64} # key\r\n",
        'yaml',
      ),
      "# sales\r\nname: d # sic\r\ntables:\r\n- name: 'T'\r\n  columns:\r\n  - {name: a, dataType: Int64} # key\r\n",
    );
  });

  for (const [what, text] of [
    ['a comment', '{ "name": "d", /* why */ "tables": [] }'],
    ['a type that is only near', columns('{"name":"a","dataType":"Int32"}')],
    ['an unknown property', '{ "x": 1, "name": "d", "tables": [] }'],
    ['a duplicate', columns('{"name":"a","dataType":"bool"},{"name":"A","dataType":"bool"}')],
    ['one of two values for a property', '{ "name": "a", "name": "b", "tables": [] }'],
    ['what is missing', '{}'],
    [
      'a name that would become a duplicate',
      columns('{"name":"a","dataType":"bool"},{"name":"a ","dataType":"bool"}'),
    ],
    ["a literal of Python that isn't JSON", columns('{"name":"a","dataType":None}')],
    ['text that makes no sense', '{"name":"d","tables":['],
  ] as const) {
    it(`doesn't fix ${what}`, async () => {
      assert.deepEqual(await safeFixes(new ParsedDocument(text, 'json'), options), []);
    });
  }

  it('applies the other fixes if two together would cause a problem', async () => {
    const text = columns('{"name":" a","dataType":"bool"},{"name":"a ","dataType":"int64"}');
    assert.equal(await fixed(text), text.replace('" a"', '"a"').replace('int64', 'Int64'));
  });

  it('ignores a rule that is turned off', async () => {
    const text = columns('{"name":" a","dataType":"bool"}');
    assert.deepEqual(
      await safeFixes(new ParsedDocument(text, 'json'), { ...options, rules: { 'untidy-name': 'off' } }),
      [],
    );
  });

  it('fixes ten thousand names at once', async () => {
    const items = Array.from({ length: 10_000 }, (_, i) => `{"name":" c${i}","dataType":"int64"}`);
    const text = columns(...items);
    assert.equal(await fixed(text), text.replaceAll('" c', '"c').replaceAll('int64', 'Int64'));
  });

  it('takes linear time for equal names in an object', async () => {
    const time = async (count: number) => {
      const started = process.cpuUsage();
      const text = columns(`{${'"name":"a",'.repeat(count)}"dataType":"Int64"}`);
      assert.equal(await fixed(text), columns('{"name":"a","dataType":"Int64"}'));
      return process.cpuUsage(started).user;
    };
    await time(1000);
    const few = await time(4000);
    const many = await time(16_000);
    assert.ok(many < 8 * few, `${few} µs, ${many} µs`);
  });

  for (const format of ['json', 'yaml'] as const) {
    describe(`of any ${format} document`, () => {
      it('leaves no more errors in the text than before, and nothing to fix', async () => {
        await fc.assert(
          fc.asyncProperty(fc.oneof(untidyDocument(format), mutatedDocument(format)), async (text) => {
            const result = await fixed(text, format);
            assert.ok((await errorsIn(result, format)) <= (await errorsIn(text, format)));
            assert.deepEqual(await safeFixes(new ParsedDocument(result, format), options), []);
          }),
          { numRuns: caseCount(100) },
        );
      });

      it('changes only those parts of the value that it fixes', async () => {
        const read = format === 'json' ? JSON.parse : (text: string) => parse(text, { uniqueKeys: false });
        await fc.assert(
          fc.asyncProperty(untidyDocument(format), async (text) => {
            assert.deepEqual(normalized(read(await fixed(text, format))), normalized(read(text)));
          }),
          { numRuns: caseCount(100) },
        );
      });

      it('keeps the line breaks', async () => {
        await fc.assert(
          fc.asyncProperty(untidyDocument(format), async (text) => {
            const breaks = (each: string) => new Set(each.match(/\r\n|\r|\n/g));
            for (const each of breaks(await fixed(text, format))) assert.ok(breaks(text).has(each));
          }),
          { numRuns: caseCount(100) },
        );
      });
    });
  }
});
