import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { versionOf } from '../../../src/agents/document-input.ts';
import { reportProblems } from '../../../src/agents/problem-report.ts';
import { toolNames } from '../../../src/agents/tool-names.ts';
import { directChecks, type TextChecking } from '../../../src/app/direct-checks.ts';
import { validateText } from '../../../src/dataset/document.ts';
import { patched } from '../dataset/edits/patched.ts';
import { toolsOn } from './memory-host.ts';

const valid = '{"name":"S","tables":[{"name":"T","columns":[{"name":"C","dataType":"Int64"}]}]}';

function sizeOf(content: unknown): number {
  return Buffer.byteLength(JSON.stringify(content));
}

/** A dataset whose columns all have a problem, with a name of this length. */
function flawed(columns: number, nameLength = 5): string {
  const all = Array.from({ length: columns }, (_, index) => ({
    name: `${index}${'x'.repeat(nameLength)} `,
    dataType: 'int64',
  }));
  return JSON.stringify({ name: 'S', tables: [{ name: 'T', columns: all }] }, null, 1);
}

describe('The version of a text', () => {
  it('is the SHA-256 of its UTF-8 bytes in hexadecimal', async () => {
    for (const text of ['', 'a', 'ä€😀\r\n'])
      assert.equal(
        await versionOf(new TextEncoder().encode(text)),
        createHash('sha256').update(text).digest('hex'),
      );
  });
});

describe('dataset_validate', () => {
  it('returns version, validity, counts, and problems', async () => {
    const call = toolsOn({ files: { 'a.dataset.json': valid } });
    const { isError, content } = await call('dataset_validate', { file: 'a.dataset.json' });
    assert.equal(isError, false);
    assert.deepEqual(content, {
      version: createHash('sha256').update(valid).digest('hex'),
      valid: true,
      counts: { error: 0, warning: 0, info: 0, hint: 0 },
      problems: [],
    });
  });

  it('returns a record for each of several files, in their order, also for those that cannot be read', async () => {
    const call = toolsOn({ files: { 'b.dataset.json': '{', 'a.dataset.json': valid } });
    const { content } = await call('dataset_validate', {
      files: ['b.dataset.json', 'none.dataset.json', 'a.dataset.json'],
    });
    const documents = content.documents as { file: string; valid: boolean; version: string | null }[];
    assert.deepEqual(
      documents.map(({ file, valid, version }) => [file, valid, version === null]),
      [
        ['b.dataset.json', false, false],
        ['none.dataset.json', false, true],
        ['a.dataset.json', true, false],
      ],
    );
  });

  it('recognizes the language of a text', async () => {
    const call = toolsOn({});
    const isValid = async (input: object) => (await call('dataset_validate', input)).content.valid;
    assert.equal(await isValid({ text: valid }), true);
    assert.equal(await isValid({ text: 'name: S\ntables: []' }), true);
    assert.equal(await isValid({ text: 'name: S\ntables: []', language: 'json' }), false);
  });

  it('is invalid for text that is not UTF-8', async () => {
    const call = toolsOn({ files: { 'a.dataset.json': new Uint8Array([0x7b, 0xff]) } });
    const { content } = await call('dataset_validate', { file: 'a.dataset.json' });
    assert.equal(content.valid, false);
    assert.match(JSON.stringify(content.problems), /UTF-8/);
  });

  it('says what a fix declares beside its change', async () => {
    const text = valid.replace(/"dataType": ?"\w+"/, '"dataType":"decimal(10,2)"');
    const { content } = await toolsOn({})('dataset_validate', { text });
    const [{ fixes }] = content.problems as [{ fixes: string[] }];
    const home = '"dataTypes" in dataset-studio.json';
    assert.deepEqual(fixes, [
      `Change to "Double", and add it to ${home}`,
      'Choose a data type',
      `Add "decimal(10,2)" to ${home}`,
    ]);
  });

  it('looks for fixes of those problems only that fit into the result', async () => {
    const requested: number[] = [];
    const checks: TextChecking = {
      ...directChecks,
      quickFixes: (text, format, settings, problems) => {
        requested.push(problems.length);
        return directChecks.quickFixes(text, format, settings, problems);
      },
    };
    const text = flawed(100, 300);
    const settings = { rules: {}, dataTypes: [] };
    const problems = await validateText(text, 'json', settings);
    const list = await reportProblems(problems, text, { format: 'json', settings }, checks);
    assert.ok(requested.length > 1 && requested.length < 5, String(requested));
    assert.equal(list.total, problems.length);
    assert.ok(list.reports[0]?.fixes.length);
  });

  it('returns at most 50 problems and 8 KB, reports that it is cut and how to get the rest', async () => {
    for (const [columns, nameLength] of [
      [30, 5],
      [500, 5],
      [500, 3000],
    ] as const) {
      const text = flawed(columns, nameLength);
      const { content } = await toolsOn({})('dataset_validate', { text });
      assert.ok(sizeOf(content) <= 8192, String(sizeOf(content)));
      const problems = content.problems as unknown[];
      assert.ok(problems.length > 0 && problems.length <= 50);
      assert.deepEqual(content.counts, { error: 0, warning: columns * 2, info: 0, hint: 0 });
      assert.match(String(content.truncated), /\d+ of \d+ problems are shown.*dataset_validate again/);
    }
  });

  it('stays within 8 KB for many files, and keeps those with errors', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${index}.dataset.json`, index === 250 ? '{' : valid]),
    );
    const { content } = await toolsOn({ files })('dataset_validate', { files: ['*'] });
    assert.ok(sizeOf(content) <= 8192, String(sizeOf(content)));
    assert.match(JSON.stringify(content.documents), /"file":"250\.dataset\.json"/);
    assert.match(String(content.truncated), /of 300 files are shown.* Files checked: 300, not valid: 1\./);
  });

  it('has a limited size for any texts and names', () =>
    fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.string({ minLength: 1, maxLength: 4096 }),
          fc.string({ unit: 'binary', maxLength: 300 }),
          {
            minKeys: 1,
            maxKeys: 20,
          },
        ),
        async (files) => {
          const call = toolsOn({ files });
          for (const [name, input] of [
            ['dataset_validate', { files: ['*'] }],
            ['dataset_validate', { file: Object.keys(files)[0] }],
          ] as const)
            assert.ok(sizeOf((await call(name, input)).content) <= 8192);
        },
      ),
      { numRuns: caseCount(50) },
    ));
});

describe('dataset_fix', () => {
  it('returns the version of the input, the diff, and what remains', async () => {
    const text = '{\n"name": "S ",\n"tables": [{ "name": "T" }]\n}\n';
    const { content } = await toolsOn({})('dataset_fix', { text });
    assert.equal(content.version, createHash('sha256').update(text).digest('hex'));
    assert.match(String(content.diff), /^-"name": "S ",$/m);
    assert.match(String(content.diff), /^\+"name": "S",$/m);
    assert.match(JSON.stringify(content.remaining), /missing-property/);
  });

  it('returns an empty diff if there is nothing to fix', async () => {
    const { content } = await toolsOn({})('dataset_fix', { text: valid });
    assert.deepEqual([content.diff, content.remaining], ['', []]);
  });

  it('removes a byte order mark, as the command line does', async () => {
    const fixes = (text: string) =>
      toolsOn({ files: { 'a.dataset.json': text } })('dataset_fix', { file: 'a.dataset.json' });
    const { content } = await fixes(`\ufeff${valid}`);
    assert.deepEqual(content.remaining, []);
    assert.equal(patched(`\ufeff${valid}`, String(content.diff)), valid);
    const untidy = '\ufeff{\n"name": "S ",\n"tables": []\n}\n';
    const both = await fixes(untidy);
    assert.equal(patched(untidy, String(both.content.diff)), '{\n"name": "S",\n"tables": []\n}\n');
    assert.doesNotMatch(JSON.stringify(both.content.remaining), /syntax/);
  });

  it('stays within 64 KB, and returns the rest after the diff was applied', async () => {
    const call = toolsOn({});
    let text = flawed(1500, 50);
    for (let round = 0; round < 20; round++) {
      const { content } = await call('dataset_fix', { text });
      assert.ok(sizeOf(content) <= 64 * 1024, String(sizeOf(content)));
      text = patched(text, String(content.diff));
      if (content.truncated === undefined) break;
      assert.match(String(content.truncated), /\d+ of \d+ changes. Apply them, then call dataset_fix again/);
    }
    assert.deepEqual((await call('dataset_validate', { text })).content.problems, []);
  });

  it('says what to do about lines that are too long for a diff', async () => {
    const text = JSON.stringify(JSON.parse(flawed(3000, 50)));
    const { content } = await toolsOn({})('dataset_fix', { text });
    assert.equal(content.diff, '');
    assert.match(String(content.truncated), /each property on its own line/);
  });
});

describe('dataset_check', () => {
  const input = { files: ['orders.csv'], dataset: 'a.dataset.json' };

  it('returns what does not fit, and changes nothing', async () => {
    const call = toolsOn({ files: { 'a.dataset.json': valid, 'orders.csv': 'c\n1\nx\n' } });
    const { isError, content } = await call('dataset_check', input);
    assert.equal(isError, false);
    assert.deepEqual(content, {
      fits: false,
      findings: [
        {
          file: 'orders.csv',
          table: 'T',
          column: 'C',
          code: 'unfit-value',
          severity: 'error',
          row: 2,
          line: 3,
          value: 'x',
          count: 1,
          message: "Column C has the data type Int64, which the value in row 2 doesn't fit: x.",
        },
      ],
      tables: [{ file: 'orders.csv', name: 'orders', table: 'T', rows: 2 }],
      tablesWithoutData: [],
    });
  });

  it('reads files in another way', async () => {
    const call = toolsOn({ files: { 'a.dataset.json': valid, 'orders.csv': 'Title\n\nc\n1.000\nN/A\n' } });
    assert.equal((await call('dataset_check', input)).content.fits, false);
    const options = { skip: 2, header: true, nulls: ['N/A'], decimalComma: true, thousands: '.' };
    const { content } = await call('dataset_check', { ...input, ...options });
    assert.deepEqual([content.fits, content.findings], [true, []]);
    for (const wrong of [{ skip: -1 }, { decimalComma: true, thousands: ',' }]) {
      const { content: refused } = await call('dataset_check', { ...input, ...wrong });
      assert.equal(refused.error, 'wrong-arguments');
    }
  });

  it('takes the data type of fractions, and accepts columns that only the data has', async () => {
    const money = valid.replace('Int64', 'Money');
    const call = toolsOn({ files: { 'a.dataset.json': money, 'orders.csv': 'c,d\nx,1\n' } });
    const severities = async (options: object) =>
      (
        (await call('dataset_check', { ...input, ...options })).content.findings as { severity: string }[]
      ).map(({ severity }) => severity);
    assert.deepEqual(await severities({}), ['note', 'error']);
    assert.deepEqual(await severities({ decimalType: 'Money', allowExtraColumns: true }), [
      'error',
      'warning',
    ]);
  });

  it('says what to do with a dataset that has errors, and with an unknown table', async () => {
    const files = { 'a.dataset.json': valid, 'b.dataset.json': '{"name":"S"}', 'orders.csv': 'c\n1\n' };
    const call = toolsOn({ files });
    const broken = await call('dataset_check', { ...input, dataset: 'b.dataset.json' });
    assert.deepEqual([broken.isError, broken.content.error], [true, 'invalid-dataset']);
    assert.match(JSON.stringify(broken.content.problems), /missing-property/);
    const unknown = await call('dataset_check', { ...input, table: 'Lines' });
    assert.deepEqual([unknown.content.error, unknown.content.tables], ['no-such-table', ['T']]);
  });

  it('returns at most 64 KB, and says how to get the rest', async () => {
    const header = Array.from({ length: 2000 }, (_, index) => `column ${index}`).join();
    const call = toolsOn({ files: { 'a.dataset.json': valid, 'orders.csv': `${header}\n` } });
    const { content } = await call('dataset_check', input);
    assert.ok(sizeOf(content) <= 64 * 1024 && sizeOf(content) > 60 * 1024, String(sizeOf(content)));
    assert.match(String(content.truncated), /2001 findings.*fewer `files`/);
  });
});

describe('dataset_infer', () => {
  it('returns the dataset and the facts, with a given name or that of the file', async () => {
    const call = toolsOn({ files: { 'orders.csv': 'Id,Total\n1,2.5\n', 'more.csv': 'A\nx\n' } });
    const { content } = await call('dataset_infer', { files: ['orders.csv'] });
    assert.deepEqual(content.dataset, {
      name: 'orders',
      tables: [
        {
          name: 'orders',
          columns: [
            { name: 'Id', dataType: 'Int64' },
            { name: 'Total', dataType: 'Double' },
          ],
        },
      ],
    });
    assert.match(String(content.note), /not declared/);
    const both = await call('dataset_infer', { files: ['*'] });
    assert.equal((both.content.dataset as { name: string }).name, 'root');
  });

  it('leaves out datasets that a glob finds, unless they are named', async () => {
    const dataset = '{"name":"Sales","tables":[]}';
    const call = toolsOn({ files: { 'orders.csv': 'Id\n1\n', 'sales.dataset.json': dataset } });
    const { content } = await call('dataset_infer', { files: ['*'] });
    assert.deepEqual(
      (content.dataset as { tables: { name: string }[] }).tables.map(({ name }) => name),
      ['orders'],
    );
    const named = await call('dataset_infer', { files: ['sales.dataset.json'] });
    assert.notEqual(named.content.error, 'no-data');
    const only = await toolsOn({ files: { 'sales.dataset.json': dataset } })('dataset_infer', {
      files: ['*'],
    });
    assert.equal(only.content.error, 'no-data');
  });

  it('reads files in another way, which a note names', async () => {
    const call = toolsOn({ files: { 'a.csv': 'Title\n\nId;Day\n1;13/04/2024\nN/A;14/04/2024\n' } });
    const columns = (content: Record<string, unknown>) =>
      (content.dataset as { tables: { columns: { dataType: string }[] }[] }).tables[0]?.columns.map(
        ({ dataType }) => dataType,
      );
    const { content } = await call('dataset_infer', { files: ['a.csv'] });
    assert.deepEqual(columns(content), ['string', 'string']);
    assert.match(JSON.stringify(content.tables), /To change it, pass \{\\"nulls\\":\[\\"N\/A\\"\]\}/);
    const options = { nulls: ['N/A'], dateOrder: 'dmy', skip: 2, delimiter: ';', header: true };
    const again = await call('dataset_infer', { files: ['a.csv'], ...options });
    assert.deepEqual(columns(again.content), ['Int64', 'DateTime']);
    for (const wrong of [{ skip: -1 }, { header: 'yes' }, { delimiter: 'ab' }, { dateOrder: 'x' }]) {
      const { content } = await call('dataset_infer', { files: ['a.csv'], ...wrong });
      assert.equal(content.error, 'wrong-arguments');
    }
  });

  it('takes "tab" and "space", and says in words which delimiters and ranges there are', async () => {
    const call = toolsOn({ files: { 'a.csv': 'Id\tDay\n1\tx\n' } });
    for (const delimiter of ['tab', '\t']) {
      const { content } = await call('dataset_infer', { files: ['a.csv'], delimiter });
      assert.match(JSON.stringify(content.dataset), /"Id".*"Day"/);
    }
    for (const wrong of [{ delimiter: 'tabs' }, { delimiter: 'a' }, { range: 'A1' }, { range: 'S!A1:B2' }])
      for (const tool of ['dataset_infer', 'dataset_check'] as const) {
        const dataset = tool === 'dataset_check' ? { dataset: 'b.dataset.json' } : {};
        const { content } = await toolsOn({ files: { 'a.csv': 'a\n', 'b.dataset.json': valid } })(tool, {
          files: ['a.csv'],
          ...dataset,
          ...wrong,
        });
        assert.equal(content.error, 'wrong-arguments');
        assert.match(
          JSON.stringify(content.arguments),
          /"tab\\" or \\"space|range of cells, such as Sheet1!A5:F200|a\.csv is not one/,
        );
      }
  });

  it('returns the tables of a hostile schema, and few of the names that it leaves out', async () => {
    const table = 'CREATE TABLE t (id int);\n';
    const lines = (line: (index: number) => string) =>
      Array.from({ length: 1000 }, (_, index) => line(index)).join('\n');
    const unions = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `u${index}${'x'.repeat(300)}`,
        { oneOf: [{ type: 'object' }] },
      ]),
    );
    const files = {
      'views.sql': table + lines((index) => `CREATE VIEW v${index}${'x'.repeat(100)} AS SELECT 1;`),
      'long.sql': table + lines((index) => `CREATE TABLE ${'x'.repeat(2000)}${index} AS SELECT 1;`),
      'kinds.sql': table + lines((index) => `${'K'.repeat(900)}${index} x;`),
      'unions.json': JSON.stringify({
        openapi: '3.1.0',
        components: {
          schemas: { ...unions, t: { type: 'object', properties: { id: { type: 'integer' } } } },
        },
      }),
    };
    const call = toolsOn({ files: { ...files, 'a.dataset.json': valid } });
    for (const names of [...Object.keys(files).map((name) => [name]), Object.keys(files)]) {
      const inferred = (await call('dataset_infer', { files: names, merge: false })).content;
      assert.ok(sizeOf(inferred) <= 64 * 1024, `${names}: ${sizeOf(inferred)}`);
      assert.equal((inferred.tables as unknown[]).length, names.length, `${names}`);
      assert.equal((inferred.dataset as { tables: unknown[] }).tables.length, names.length);
      const checked = (await call('dataset_check', { files: names, dataset: 'a.dataset.json' })).content;
      assert.ok(
        checked.error === undefined && sizeOf(checked) <= 64 * 1024,
        JSON.stringify(checked).slice(0, 300),
      );
    }
  });

  it('returns what is skipped in a schema, and leaves out scripts without tables that a glob finds', async () => {
    const schema = 'CREATE TABLE t (id int);\nCREATE VIEW v AS SELECT 1;\n';
    const call = toolsOn({ files: { 'a.sql': schema, 'query.sql': 'SELECT 1;\n' } });
    const { content } = await call('dataset_infer', { files: ['*'] });
    assert.deepEqual(content.sources, [
      { source: 'a.sql', skipped: [{ what: 'view', count: 1, names: ['v'] }] },
    ]);
    const [skipped] = content.skipped as { file: string; details: string }[];
    assert.equal(skipped?.file, 'query.sql');
    assert.match(skipped?.details ?? '', /CREATE TABLE/);
    const named = await call('dataset_infer', { files: ['query.sql'] });
    assert.equal(named.content.error, 'not-inferable');
  });

  it('merges files with the same columns, and takes the data type of fractions', async () => {
    const call = toolsOn({ files: { 'a.csv': 'Total\n2.5\n', 'b.csv': 'Total\n3.5\n' } });
    const { content } = await call('dataset_infer', { files: ['*'], merge: true, decimalType: 'Money' });
    const { tables } = content.dataset as { tables: { columns: unknown[] }[] };
    assert.deepEqual(
      tables.map(({ columns }) => columns),
      [[{ name: 'Total', dataType: 'Money' }]],
    );
  });

  it('reports how far it is, like dataset_check and dataset_validate for files', async () => {
    const files = { 'a.csv': 'C\n1\n', 'b.csv': 'C\n2\n', 'a.dataset.json': valid, 'b.dataset.json': valid };
    const call = toolsOn({ files });
    const { signal } = new AbortController();
    for (const [name, input] of [
      ['dataset_infer', { files: ['a.csv', 'b.csv'] }],
      ['dataset_check', { files: ['a.csv', 'b.csv'], dataset: 'a.dataset.json' }],
      ['dataset_validate', { files: ['a.dataset.json', 'b.dataset.json'] }],
    ] as const) {
      const parts: number[] = [];
      await call(name, input, signal, ({ part }) => parts.push(part));
      assert.ok(
        parts.some((part) => part >= 0.5 && part <= 1),
        `${name}: ${parts}`,
      );
    }
  });

  it('uses the declared data type for fractions', async () => {
    const call = toolsOn({ files: { 'a.csv': 'Total\n2.5\n' }, dataTypes: ['Decimal'] });
    const { content } = await call('dataset_infer', { files: ['a.csv'] });
    assert.match(JSON.stringify(content.dataset), /"dataType":"Decimal"/);
    assert.equal(content.note, undefined);
  });

  it('says what is wrong with a file', async () => {
    const { isError, content } = await toolsOn({ files: { 'a.csv': '' } })('dataset_infer', {
      files: ['a.csv'],
    });
    assert.equal(isError, true);
    assert.equal(content.error, 'not-inferable');
    assert.match(String(content.details), /empty/);
  });

  for (const columns of [300, 1200, 9000])
    it(`stays within 64 KB for ${columns} columns, and says what is missing`, async () => {
      const header = Array.from({ length: columns }, (_, index) => `Column number ${index}`).join();
      const row = Array.from({ length: columns }, (_, index) => `value ${index}`).join();
      const csv = [header, row, row.replaceAll('value', 'other')].join('\n');
      const { content } = await toolsOn({ files: { 'wide.csv': csv } })('dataset_infer', {
        files: ['wide.csv'],
      });
      assert.ok(sizeOf(content) <= 64 * 1024, String(sizeOf(content)));
      const { tables } = content.dataset as { tables: { columns: unknown[] }[] };
      const isComplete = tables[0]?.columns.length === columns;
      assert.match(
        String(content.truncated),
        isComplete ? /the dataset is complete/ : /the dataset is not complete/,
      );
      assert.equal(isComplete, columns < 9000 && sizeOf(content.dataset) < 64 * 1024);
    });
});

describe('dataset_describe', () => {
  it('returns the conventions of the project, if there are any, and says where those are that are too long', async () => {
    const names = { column: { style: 'PascalCase', byType: { bool: { startsWith: ['Is'] } } } } as const;
    const conventions = { names, limits: { tables: 75 } };
    const described = await toolsOn({ conventions })('dataset_describe', {});
    assert.deepEqual(JSON.parse(JSON.stringify(described.content.conventions)), conventions);
    assert.ok(!('conventions' in (await toolsOn({})('dataset_describe', {})).content));
    const long = { names: { column: { startsWith: Array.from({ length: 1000 }, () => 'prefix') } } };
    const { content } = await toolsOn({ conventions: long })('dataset_describe', {});
    assert.ok(sizeOf(content) <= 8192);
    assert.match(String(content.note), /dataset-studio\.json/);
  });

  it('stays within 8 KB for any settings', async () => {
    const dataTypes = Array.from({ length: 5000 }, (_, index) => `Type${index}`);
    const conventions = {
      names: { column: { startsWith: Array.from({ length: 90 }, () => 'prefix-of-names') } },
    };
    const { content } = await toolsOn({ dataTypes, conventions })('dataset_describe', {});
    assert.ok('conventions' in content);
    assert.ok(sizeOf(content) <= 8192, String(sizeOf(content)));
    assert.match(String(content.truncated), /of 5004 data types are shown/);
  });
});

describe('Every tool', () => {
  it('says what to do next about wrong arguments', async () => {
    const call = toolsOn({});
    for (const name of toolNames) {
      const { isError, content } = await call(name, { nonsense: 1 });
      assert.equal(isError, true);
      assert.equal(content.isError, true);
      assert.equal(typeof content.message, 'string');
      assert.equal(typeof content.next, 'string');
    }
  });

  it('reports an unexpected error without its content', async () => {
    const reported: unknown[] = [];
    const call = toolsOn({
      environments: {
        list: async () => {
          throw new Error('planted-secret');
        },
      },
      onUnexpectedError: (error) => reported.push(error),
    });
    const { isError, content } = await call('dataset_environments', {});
    assert.equal(isError, true);
    assert.equal(content.error, 'unexpected');
    assert.ok(!JSON.stringify(content).includes('planted-secret'));
    assert.equal(reported.length, 1);
  });
});
