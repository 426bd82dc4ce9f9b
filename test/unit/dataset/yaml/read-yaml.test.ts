import assert from 'node:assert/strict';
import { checkDocument, validateText } from '../../../../src/dataset/document.ts';
import { options, pointedAt } from '../marked.ts';

async function problemsIn(text: string): Promise<string[]> {
  return (await validateText(text, 'yaml', options)).map(
    (problem) => `${problem.code} ${pointedAt(text, problem)}`,
  );
}

/** The request body for a YAML document. */
async function sent(text: string): Promise<unknown> {
  const checked = await checkDocument(new TextEncoder().encode(text), 'yaml', options);
  assert.ok(checked.valid, JSON.stringify(checked.problems));
  return JSON.parse(new TextDecoder().decode(checked.body));
}

const columnsOf = (text: string) => `name: d\ntables:\n  - name: T\n    columns:\n${text}`;

describe('A YAML document', () => {
  it('is sent as the JSON of its value', async () => {
    assert.deepEqual(
      await sent(
        columnsOf('      - {name: "Id", dataType: Int64}\n      - name: b # c\n        dataType: bool\n'),
      ),
      {
        name: 'd',
        tables: [
          {
            name: 'T',
            columns: [
              { name: 'Id', dataType: 'Int64' },
              { name: 'b', dataType: 'bool' },
            ],
          },
        ],
      },
    );
  });

  it('can be JSON', async () => {
    assert.deepEqual(await sent('{"name": "d", "tables": []}'), { name: 'd', tables: [] });
  });

  it('is read by the core schema, where no, yes and dates are strings', async () => {
    assert.deepEqual(await sent('name: no\ntables: []\nx: [yes, 2020-01-01, 0o17, 0xff, ~, 1e3, 012]\n'), {
      name: 'no',
      tables: [],
      x: ['yes', '2020-01-01', 15, 255, null, 1000, 12],
    });
    assert.deepEqual(await sent('%YAML 1.1\n---\nname: yes\ntables: []\n'), { name: 'yes', tables: [] });
  });

  it('treats __proto__ like any property', async () => {
    const checked = await checkDocument(
      new TextEncoder().encode('__proto__: {a: 1}\nname: d\ntables: []\n'),
      'yaml',
      options,
    );
    assert.ok(checked.valid);
    assert.equal(new TextDecoder().decode(checked.body), '{"__proto__":{"a":1},"name":"d","tables":[]}');
  });
});

describe('Aliases and merge keys in YAML', () => {
  it('are expanded', async () => {
    assert.deepEqual(
      await sent(columnsOf('      - &id {name: Id, dataType: Int64}\n      - {<<: *id, name: b}\nx: *id\n')),
      {
        name: 'd',
        tables: [
          {
            name: 'T',
            columns: [
              { name: 'Id', dataType: 'Int64' },
              { name: 'b', dataType: 'Int64' },
            ],
          },
        ],
        x: { name: 'Id', dataType: 'Int64' },
      },
    );
  });

  it('merge the first of several mappings with a key', async () => {
    assert.deepEqual(await sent('x: {<<: [{a: 1}, {a: 2, b: 2}], c: 3}\nname: d\ntables: []\n'), {
      x: { a: 1, b: 2, c: 3 },
      name: 'd',
      tables: [],
    });
  });

  it('don\'t merge "<<" in quotes', async () => {
    assert.deepEqual(await sent('"<<": 1\nname: d\ntables: []\n'), { '<<': 1, name: 'd', tables: [] });
  });

  it('report a problem once, where it is written', async () => {
    const text = columnsOf('      - &a {name: a, dataType: strin}\n  - {name: U, columns: [*a]}\n');
    assert.deepEqual(await problemsIn(text), ['unknown-data-type strin']);
  });

  it('report duplicates at the alias', async () => {
    assert.deepEqual(
      await problemsIn('name: d\ntables:\n  - &t {name: T, columns: [{name: a, dataType: bool}]}\n  - *t\n'),
      ['duplicate-table *t'],
    );
  });

  it('must have an anchor before them', async () => {
    assert.deepEqual(await problemsIn('name: *n\ntables: []\nx: &n y\n'), [
      'syntax *n',
      'no-tables []',
      'unknown-property x',
    ]);
  });

  it('must not contain themselves', async () => {
    assert.deepEqual(await problemsIn('name: d\ntables: []\nx: &x [*x]\n'), [
      'no-tables []',
      'unknown-property x',
      'syntax *x',
    ]);
  });

  it('must merge mappings', async () => {
    assert.deepEqual(await problemsIn(columnsOf('      - <<: 3\n')), ['syntax 3']);
  });

  it('report duplicate names that are merged from one mapping', async () => {
    const text = 'name: d\nx: &x {name: T, columns: []}\ntables:\n- <<: *x\n- <<: *x\n';
    const duplicate = (await validateText(text, 'yaml', options)).find(
      ({ code }) => code === 'duplicate-table',
    );
    assert.equal(duplicate?.range.start.line, 4);
    assert.equal(duplicate.related?.range.start.line, 1);
  });

  it('are limited in merged members', async () => {
    const levels = Array.from(
      { length: 1500 },
      (_, i) => `x${i + 1}: &x${i + 1} {<<: [${Array(9).fill(`*x${i}`).join(', ')}], k${i}: 1}\n`,
    );
    const text = `name: d\ntables: []\nx0: &x0 {a: 1}\n${levels.join('')}`;
    const faults = (await problemsIn(text)).filter((problem) => problem.startsWith('syntax'));
    assert.equal(faults.length, 1);
  });

  it('are limited in expanded values', async () => {
    const lines = ['x0: &x0 [1,1,1,1,1,1,1,1,1]'];
    for (let i = 1; i < 30; i++)
      lines.push(
        `x${i}: &x${i} [${Array(9)
          .fill(`*x${i - 1}`)
          .join()}]`,
      );
    const problems = (await validateText(lines.join('\n'), 'yaml', options)).filter(
      ({ code }) => code === 'syntax',
    );
    assert.match(problems[0]?.message ?? '', /too many values/);
  });

  it('are limited in depth', async () => {
    const lines = ['x0: &x0 []'];
    for (let i = 1; i < 50; i++) lines.push(`x${i}: &x${i} ${'['.repeat(100)}*x${i - 1}${']'.repeat(100)}`);
    const problems = (await validateText(lines.join('\n'), 'yaml', options)).filter(
      ({ code }) => code === 'syntax',
    );
    assert.match(problems[0]?.message ?? '', /nested too deeply/);
  });
});

describe("YAML that JSON can't represent", () => {
  for (const [what, text, place] of [
    ['a number that is none', 'name: d\ntables: []\nx: .nan\n', '.nan'],
    ['infinity', 'name: d\ntables: []\nx: [-.inf]\n', '-.inf'],
    [
      'a number that JSON readers round',
      'name: d\ntables: []\nx: 12345678901234567890\n',
      '12345678901234567890',
    ],
    ['a key that is a number', 'name: d\ntables: []\n1: x\n', '1'],
    ['a key that is a list', 'name: d\ntables: []\n? [a]\n: x\n', '[a]'],
    ['binary', 'name: d\ntables: []\nx: !!binary aGVsbG8=\n', '!!binary'],
    ['a date by tag', 'name: d\ntables: []\nx: !!timestamp 2020-01-01\n', '!!timestamp'],
    ['a set', 'name: d\ntables: []\nx: !!set {a, b}\n', '!!set'],
    ["a tag of one's own", 'name: d\ntables: []\nx: !mine 1\n', '!mine'],
    ['a second document', 'name: d\ntables: []\n---\nx', '---\nx'],
  ] as const) {
    it(`is reported: ${what}`, async () => {
      const syntax = (await problemsIn(text)).filter((problem) => problem.startsWith('syntax'));
      assert.deepEqual(syntax, [`syntax ${place}`]);
    });
  }

  it('is reported for an empty document', async () => {
    for (const text of ['', ' \n', '# nothing\n', '---\n']) {
      const [problem, ...more] = await validateText(text, 'yaml', options);
      assert.match(problem?.message ?? '', /is empty/, JSON.stringify(text));
      assert.equal(more.length, 0);
    }
  });
});

describe('Broken YAML', () => {
  // Mocha makes errors keep their whole stack, which takes seconds for the thousand errors of a deep document.
  const { stackTraceLimit } = Error;
  before(() => {
    Error.stackTraceLimit = 10;
  });
  after(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it('reports problems before the error, and none that it may have caused', async () => {
    assert.deepEqual(await problemsIn('name: " d"\ntables:\n  - name: T\n   columns: []\n'), [
      'untidy-name " d"',
      'syntax columns',
    ]);
  });

  for (const [what, text, message] of [
    ['tabs', 'tables:\n\t- name: T\n', /spaces, not tabs/],
    ['an open quote', 'name: "d\n', /quotes are not closed. Add "/],
    ['two colons', 'name: a: b\n', /second colon/],
    ['an open bracket', 'tables: [\nname: d\n', /"\[" is not closed. Add "\]"/],
    ['a reserved character', 'name: @d\n', /quotes/],
    ['a wrong escape', 'name: "\\q"\n', /escape/],
  ] as const) {
    it(`is explained: ${what}`, async () => {
      const [problem] = (await validateText(text, 'yaml', options)).filter(({ code }) => code === 'syntax');
      assert.match(problem?.message ?? '', message);
    });
  }

  it('can be nested deeply', async function () {
    this.timeout(60_000);
    for (const text of [
      '['.repeat(20_000),
      '['.repeat(20_000) + ']'.repeat(20_000),
      '{a: '.repeat(1500),
      '- '.repeat(20_000),
    ]) {
      assert.ok(
        (await problemsIn(text)).some((problem) => problem.startsWith('syntax')),
        text.slice(0, 5),
      );
    }
  });

  it('is rejected if it is longer than 4 MiB', async () => {
    const text = 'name: d\ntables: [{ name: t, columns: [] }]\n#';
    const ofLength = (length: number) => text.padEnd(length, 'x');
    const accepted = await validateText(ofLength(4 * 1024 * 1024), 'yaml', options);
    assert.ok(accepted.every(({ code }) => code !== 'syntax'));
    const problems = await validateText(ofLength(4 * 1024 * 1024 + 1), 'yaml', options);
    assert.match(problems[0]?.message ?? '', /too large/);
  });

  it('can have many keys', async () => {
    const text = `name: d\ntables: []\nx:\n${Array.from({ length: 20_000 }, (_, i) => `  k${i}: 1`).join('\n')}\n  k7: 2\n`;
    const problems = (await validateText(text, 'yaml', options)).filter(
      ({ code }) => code === 'duplicate-key',
    );
    assert.deepEqual(
      problems.map(({ range }) => range.start.line),
      [20_003],
    );
  });

  it('reports too many levels once', async () => {
    assert.deepEqual(
      (await problemsIn('['.repeat(10_000) + ']'.repeat(10_000))).filter((each) => each.startsWith('syntax'))
        .length,
      1,
    );
  });

  it('has no positions beyond its end', async () => {
    const [problem] = await validateText('%YAML 1.2\n', 'yaml', options);
    assert.deepEqual(problem?.range.start, { line: 1, character: 0 });
    assert.deepEqual(problem.range.end, { line: 1, character: 0 });
  });
});
