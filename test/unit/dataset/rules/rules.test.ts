import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { validateText } from '../../../../src/dataset/document.ts';
import type { Problem, RuleCode } from '../../../../src/dataset/problem.ts';
import type { RuleSettings } from '../../../../src/dataset/rules/settings.ts';
import { codesOf, columns, json, options, pointedAt, validateMarked } from '../marked.ts';

/** The problems of one code, after making sure that they point at what is between « and ». */
async function problemsAt(
  marked: string,
  code: RuleCode,
  format: DocumentFormat = 'json',
): Promise<readonly Problem[]> {
  const { problems, expected, found } = await validateMarked(marked, code, { format });
  assert.deepEqual(found, expected);
  return problems;
}

async function problemAt(marked: string, code: RuleCode, format: DocumentFormat = 'json'): Promise<Problem> {
  const [problem, ...more] = await problemsAt(marked, code, format);
  assert.ok(problem);
  assert.equal(more.length, 0);
  return problem;
}

describe('A correct document', () => {
  it('has no problems', async () => {
    assert.deepEqual(await codesOf(json()), []);
  });

  it('has no problems in YAML', async () => {
    const text = 'name: d\ntables:\n  - name: T\n    columns:\n      - name: c\n        dataType: bool\n';
    assert.deepEqual(await codesOf(text, 'yaml'), []);
  });
});

describe('missing-property', () => {
  it('points at the opening brace of the dataset', async () => {
    const { message } = await problemAt('  «{»"name":"d"}', 'missing-property');
    assert.equal(message, 'The dataset has no "tables". Add it.');
  });

  it('points at the opening brace of a table', async () => {
    await problemAt('{"name":"d","tables":[«{»"columns":[]}]}', 'missing-property');
  });

  it('points at the opening brace of a column', async () => {
    await problemAt(columns('{"name":"a","dataType":"bool"}', '«{»"name":"b"}'), 'missing-property');
  });

  it('is reported for each property', async () => {
    const problems = (await validateText('{}', 'json', options)).map(({ message }) => message);
    assert.deepEqual(problems, [
      'The dataset has no "name". Add it.',
      'The dataset has no "tables". Add it.',
    ]);
  });

  it('points at the first key of a YAML block', async () => {
    await problemAt('name: d\ntables:\n  - «columns»: []\n', 'missing-property', 'yaml');
  });

  it('points at the brace of a YAML flow mapping', async () => {
    await problemAt('name: d\ntables: [«{»name: T}]', 'missing-property', 'yaml');
  });
});

describe('A property with another name', () => {
  /** The codes, suggestions and texts of all problems. */
  const found = async (text: string, format: DocumentFormat, rules: RuleSettings['rules'] = {}) =>
    (await validateText(text, format, { ...options, rules })).map((problem) => [
      problem.code,
      problem.suggestion,
      pointedAt(text, problem),
    ]);

  for (const [name, level] of [
    ['name', ['Name', 'nmae', 'title', 'label', 'displayName', 'display_name']],
    [
      'dataType',
      ['type', 'Type', 'datatype', 'DataType', 'data_type', 'data-type', 'columnType', 'column_type'],
    ],
    ['columns', ['fields', 'Fields', 'colums', 'column', 'cols', 'attributes']],
    ['tables', ['table', 'Tables', 'entities']],
  ] as const)
    it(`is one problem, at its key: ${name}`, async () => {
      for (const key of level) {
        const values: Readonly<Record<string, unknown>> = {
          columns: { name: 'd', tables: [{ name: 'T', [key]: [{ name: 'a', dataType: 'bool' }] }] },
          tables: { name: 'd', [key]: [{ name: 'T', columns: [{ name: 'a', dataType: 'bool' }] }] },
          dataType: { name: 'd', tables: [{ name: 'T', columns: [{ name: 'a', [key]: 'text' }] }] },
          name: { [key]: 'd', tables: [{ [key]: 'T', columns: [{ [key]: 'a', dataType: 'bool' }] }] },
        };
        const expected = ['missing-property', name, JSON.stringify(key)];
        const count = name === 'name' ? 3 : 1;
        const json = JSON.stringify(values[name], null, 1);
        assert.deepEqual(await found(json, 'json'), new Array(count).fill(expected));
        const yaml = stringify(values[name]);
        assert.deepEqual(await found(yaml, 'yaml'), new Array(count).fill([...expected.slice(0, 2), key]));
      }
    });

  it('is called so', async () => {
    const { message, severity } = await problemAt(
      columns('{"name":"a",«"type"»:"Int64"}'),
      'missing-property',
    );
    assert.equal(message, 'Unknown property "type". Did you mean "dataType"?');
    assert.equal(severity, 'error');
  });

  it('is one of several: the one that is misspelled, or else the first', async () => {
    for (const [column, ...expected] of [
      [
        '{"name":"a","type":"x","dtype":"y"}',
        ['missing-property', 'dataType', '"type"'],
        ['unknown-property', undefined, '"dtype"'],
      ],
      [
        '{"name":"a","type":"x","datatyp":"y"}',
        ['unknown-property', undefined, '"type"'],
        ['missing-property', 'dataType', '"datatyp"'],
      ],
      [
        '{"title":"a","type":"x"}',
        ['missing-property', 'name', '"title"'],
        ['missing-property', 'dataType', '"type"'],
      ],
      ['{"name":"a","dataType":"bool","type":"x"}', ['unknown-property', undefined, '"type"']],
      [
        '{"name":"a","format":"x"}',
        ['missing-property', undefined, '{'],
        ['unknown-property', undefined, '"format"'],
      ],
    ] as const)
      assert.deepEqual(await found(columns(column), 'json'), expected, column);
  });

  it('is as severe as the more severe one of the two rules', async () => {
    const text = columns('{"name":"a","type":"bool"}');
    for (const [missing, unknown, expected] of [
      ['off', 'warning', 'unknown-property'],
      ['hint', 'error', 'unknown-property'],
      ['error', 'off', 'missing-property'],
      ['warning', 'warning', 'missing-property'],
    ] as const) {
      const rules = { 'missing-property': missing, 'unknown-property': unknown };
      assert.deepEqual(await found(text, 'json', rules), [[expected, 'dataType', '"type"']]);
    }
    assert.deepEqual(await found(text, 'json', { 'missing-property': 'off', 'unknown-property': 'off' }), []);
  });

  it('is none that the project declares', async () => {
    const text = columns('{"name":"a","type":"bool"}');
    const problems = await validateText(text, 'json', { ...options, properties: { column: ['type'] } });
    assert.deepEqual(
      problems.map(({ code, suggestion }) => [code, suggestion]),
      [['missing-property', undefined]],
    );
  });

  it('is found in a broken document, and once where YAML merges it', async () => {
    assert.deepEqual(await found(columns('{"name":"a","type":"bool",}'), 'json'), [
      ['missing-property', 'dataType', '"type"'],
      ['syntax', undefined, ','],
    ]);
    const merged = 'name: d\ntables:\n  - &t {name: T, fields: []}\n  - <<: *t\n    name: U\n';
    assert.deepEqual(await found(merged, 'yaml'), [['missing-property', 'columns', 'fields']]);
  });
});

describe('wrong-type', () => {
  for (const [value, type] of [
    ['3', 'number'],
    ['null', 'null'],
    ['true', 'boolean'],
    ['["x"]', 'array'],
    ['{"a":{}}', 'object'],
  ]) {
    it(`points at a name of type ${type}`, async () => {
      const { message } = await problemAt(json({ name: `«${value}»` }), 'wrong-type');
      assert.equal(message, `"name" must be a string, but its type is ${type}.`);
    });
  }

  it("points at a document that isn't an object", async () => {
    await problemAt(' «[1, {"name": 3}]» ', 'wrong-type');
  });

  it("points at tables that aren't an array, and ignores their content", async () => {
    assert.deepEqual(await codesOf(json({ tables: '{}' })), ['wrong-type']);
    await problemAt(json({ tables: '«{"a":[]}»' }), 'wrong-type');
  });

  it("points at tables and columns that aren't objects", async () => {
    await problemsAt(json({ tables: '[«null»,«"T"»,{"name":"T","columns":[«[]»]}]' }), 'wrong-type');
  });

  it('points at the key of an empty YAML value', async () => {
    await problemAt('name: d\n«tables»:\n', 'wrong-type', 'yaml');
  });

  it('points at the dash of an empty YAML item', async () => {
    await problemAt('name: d\ntables:\n  «-»\n', 'wrong-type', 'yaml');
  });

  it('points at a YAML block without the line break after it', async () => {
    await problemAt('name:\n  «a: 1\n  b: 2»\n\ntables: []\n', 'wrong-type', 'yaml');
  });
});

describe('empty-name', () => {
  for (const name of ['""', '" "', '"\\t\\n"', '"\\u00a0\\u3000"']) {
    it(`points at ${name}, which is neither untidy nor a duplicate`, async () => {
      const item = `{"name":«${name}»,"dataType":"bool"}`;
      await problemsAt(columns(item, item), 'empty-name');
      assert.deepEqual(await codesOf(columns(item, item).replace(/[«»]/g, '')), ['empty-name', 'empty-name']);
    });
  }

  it('is reported for datasets and tables', async () => {
    const [dataset, table] = await problemsAt(
      '{"name":«""»,"tables":[{"name":«""»,"columns":[]}]}',
      'empty-name',
    );
    assert.match(dataset?.message ?? '', /dataset/);
    assert.match(table?.message ?? '', /table/);
  });
});

describe('untidy-name', () => {
  for (const name of [
    '" a"',
    '"a\\t"',
    '"a\\u2003"',
    '"\\ufeffa"',
    '"a\\u0000b"',
    '"a\\u0085"',
    '"a\\nb"',
    '"\\u0007"',
  ]) {
    it(`points at ${name}`, async () => {
      await problemAt(json({ name: `«${name}»` }), 'untidy-name');
    });
  }

  it('allows white space between words, and any script', async () => {
    assert.deepEqual(await codesOf(json({ name: '"Umsätze 2024 — 売上 😀"' })), []);
  });

  it('shows invisible characters', async () => {
    const { message } = await problemAt(json({ name: '«"a\\u202eb\\u0001"»' }), 'untidy-name');
    assert.equal(message, 'The name "a\\u202eb\\u0001" contains a control character. Remove it.');
  });
});

describe('duplicate-table and duplicate-column', () => {
  it('point at the second name, and relate it to the first', async () => {
    const text = json({
      tables: '[{"name":"Sales","columns":[]},{"name":"B","columns":[]},{"name":«"SALES"»,"columns":[]}]',
    });
    const { related } = await problemAt(text, 'duplicate-table');
    assert.ok(related);
    assert.equal(pointedAt(text, related), '"Sales"');
  });

  it('relate all others to the first', async () => {
    const c = (name: string) => `{"name":${name},"dataType":"bool"}`;
    const problems = await problemsAt(columns(c('"a"'), c('«"A"»'), c('«"a"»')), 'duplicate-column');
    assert.deepEqual(
      problems.map(({ related }) => related?.range.start.character),
      [problems[0]?.related?.range.start.character, problems[0]?.related?.range.start.character],
    );
  });

  it('allow the same column in two tables', async () => {
    const table = (name: string) => `{"name":"${name}","columns":[{"name":"Id","dataType":"Int64"}]}`;
    assert.deepEqual(await codesOf(json({ tables: `[${table('A')},${table('B')}]` })), []);
  });

  for (const [first, second] of [
    ['É', 'é'],
    ['é', 'e\u0301'],
    ['Straße', 'STRASSE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['\u212a', 'k'],
    ['ﬃ', 'FFI'],
    ['𐐀', '𐐨'],
  ]) {
    it(`treat ${first} and ${second} as equal`, async () => {
      const c = (name: string) => `{"name":${name},"dataType":"bool"}`;
      await problemAt(
        columns(c(JSON.stringify(first)), c(`«${JSON.stringify(second)}»`)),
        'duplicate-column',
      );
    });
  }

  for (const [first, second] of [
    ['sinir', 'sınır'],
    ['a', 'á'],
    ['a b', 'a  b'],
    ['__proto__', 'constructor'],
  ]) {
    it(`treat ${first} and ${second} as different`, async () => {
      const c = (name: string | undefined) => `{"name":${JSON.stringify(name)},"dataType":"bool"}`;
      assert.deepEqual(await codesOf(columns(c(first), c(second))), []);
    });
  }

  it('tell many names of one list apart', async () => {
    const c = (name: string) => `{"name":${JSON.stringify(name)},"dataType":"bool"}`;
    const many = Array.from({ length: 60_000 }, (_, i) => c(`n${(i * 2654435761) >>> 0}`));
    assert.deepEqual(await codesOf(columns(...many)), []);
  });
});

describe('unknown-data-type', () => {
  for (const [dataType, suggestion] of [
    ['int64', 'Int64'],
    ['Strng', 'string'],
    ['boolean', 'bool'],
    ['datetime', 'DateTime'],
    ['Date', 'DateTime'],
    ['Int32', 'Int64'],
    ['Guid', undefined],
    ['', undefined],
    ['constructor', undefined],
  ]) {
    it(`points at "${dataType}" and suggests ${suggestion}`, async () => {
      const problem = await problemAt(
        columns(`{"name":"a","dataType":«"${dataType}"»}`),
        'unknown-data-type',
      );
      assert.equal(problem.severity, 'warning');
      assert.equal(problem.suggestion, suggestion);
    });
  }

  it('names the known data types, twelve at most', async () => {
    const messageOf = async (dataType: string, dataTypes: string[] = []) => {
      const text = columns(`{"name":"a","dataType":«"${dataType}"»}`);
      return (await validateMarked(text, 'unknown-data-type', { dataTypes })).problems[0]?.message;
    };
    const advice = 'add it to "dataTypes" in dataset-studio.json.';
    const known = 'Known data types: Int64, string, bool, DateTime';
    for (const [dataType, expected] of [
      ['integer', 'Unknown data type "integer". Did you mean "Int64"?'],
      ['Guid', `Unknown data type "Guid". If the service supports it, ${advice}`],
      [
        'float',
        `Unknown data type "float". For fractions, choose one that the service supports, such as "Double", and ${advice}`,
      ],
      ['', 'The data type of this column is empty. Choose one.'],
    ] as const)
      assert.equal(await messageOf(dataType), `${expected} ${known}.`);
    const many = Array.from({ length: 5000 }, (_, index) => `T\n${index}${'x'.repeat(1000)}`);
    const named = many.slice(0, 8).map((each) => `T\\u000a${each.slice(2, 30)}…`);
    assert.equal(
      await messageOf('€', many),
      `Unknown data type "€". If the service supports it, ${advice} ${known}, ${named.join(', ')}, ….`,
    );
  });

  it('accepts and suggests the data types of the settings', async () => {
    const text = columns('{"name":"a","dataType":"Guid"}', '{"name":"b","dataType":«"guid"»}');
    const { problems, expected, found } = await validateMarked(text, 'unknown-data-type', {
      dataTypes: ['Guid'],
    });
    assert.deepEqual(found, expected);
    assert.equal(problems[0]?.suggestion, 'Guid');
  });
});

describe('unknown-property', () => {
  it('suggests a property that the project declares', async () => {
    const properties = { column: ['format'] };
    const text = columns('{"name":"a","dataType":"bool","fromat":""}');
    const problems = await validateText(text, 'json', { ...options, properties });
    assert.deepEqual(
      problems.map(({ code, suggestion }) => [code, suggestion]),
      [['unknown-property', 'format']],
    );
  });

  it("doesn't suggest a property that exists", async () => {
    const { suggestion } = await problemAt('{«"Name"»:"","name":"d","tables":[]}', 'unknown-property');
    assert.equal(suggestion, undefined);
  });

  it('knows the properties of each kind of object', async () => {
    await problemsAt(
      '{"name":"d",«"columns"»:[],"tables":[{"name":"T",«"dataType"»:"","columns":[{"name":"c","dataType":"bool",«"tables"»:3}]}]}',
      'unknown-property',
    );
  });

  it('reports names that all objects inherit', async () => {
    await problemsAt(
      '{«"__proto__"»:{},«"constructor"»:1,«"toString"»:{},"name":"d","tables":[]}',
      'unknown-property',
    );
  });

  it('points at the key of a YAML mapping', async () => {
    await problemAt('name: d\ntables: []\n«colour»: red\n', 'unknown-property', 'yaml');
  });
});

describe('no-tables and no-columns', () => {
  it('point at the empty array', async () => {
    await problemAt(json({ tables: '«[ ]»' }), 'no-tables');
    await problemAt(json({ tables: '[{"name":"T","columns":«[]»}]' }), 'no-columns');
  });
});

describe('duplicate-key', () => {
  it('points at the second key, and relates it to the first', async () => {
    const text = '{"name":"d","tables":[],«"name"»:"e"}';
    const { related } = await problemAt(text, 'duplicate-key');
    assert.deepEqual(related?.range, { start: { line: 0, character: 1 }, end: { line: 0, character: 7 } });
  });

  it('recognizes a name in any spelling', async () => {
    await problemAt('{"name":"d",«"n\\u0061me"»:"d","tables":[]}', 'duplicate-key');
  });

  it('is found on all levels, in objects of any size', async () => {
    const many = Array.from({ length: 50 }, (_, i) => `"k${i}":${i}`).join(',');
    await problemsAt(
      `{"name":"d","tables":[],"x":{"y":[{"a":1,«"a"»:2}],${many},«"k0"»:0,«"k49"»:0},«"x"»:{}}`,
      'duplicate-key',
    );
  });

  it('is found where strings contain colons, braces and quotes', async () => {
    await problemAt('{"name":"a:b}\\"","tables":[],"__proto__":1,«"__proto__"»:":\\u003a"}', 'duplicate-key');
  });

  it('is found in one table of many', async () => {
    const table = (columns: string) => `{"name":"T${columns.length}","columns":[${columns}]}`;
    const column = '{"name":"a: {b}","dataType":"bool"}';
    await problemAt(
      json({
        tables: `[${table(column)},${table(`${column},{"name":"x","dataType":"bool",«"name"»:"z"}`)},${table('')}]`,
      }),
      'duplicate-key',
    );
  });

  it('applies the other rules to the last one, like JSON.parse', async () => {
    assert.deepEqual(await codesOf('{"name":3,"tables":[],"name":"d"}'), ['no-tables', 'duplicate-key']);
    await problemAt('{"name":"a","tables":[],"name":«3»}', 'wrong-type');
  });

  it('is found in YAML', async () => {
    await problemAt('name: d\ntables: []\n«name»: e\n', 'duplicate-key', 'yaml');
  });
});

describe('More than a thousand unknown properties', () => {
  for (const format of ['json', 'yaml'] as const)
    it(`are one problem in ${format}`, async () => {
      const many = Array.from({ length: 20_000 }, (_, index) => `"k${index}": 1`).join(', ');
      const problems = await validateText(`{"name": "d", "tables": 7, ${many}}`, format, options);
      assert.deepEqual(
        problems.map(({ code }) => code),
        ['unknown-property', 'wrong-type'],
      );
      assert.match(problems[0]?.message ?? '', /20000/);
      assert.deepEqual(problems[0]?.range.end, { line: 0, character: 1 });
    });
});

describe('The settings', () => {
  it('turn a rule off', async () => {
    const { found } = await validateMarked('{"name":"d","tables":[]}', 'no-tables', {
      rules: { 'no-tables': 'off' },
    });
    assert.deepEqual(found, []);
  });

  it('change a severity', async () => {
    const { problems } = await validateMarked('{"name":"d","tables":[]}', 'no-tables', {
      rules: { 'no-tables': 'hint' },
    });
    assert.equal(problems[0]?.severity, 'hint');
  });

  it("can't change syntax and duplicate-key", async () => {
    const rules = { syntax: 'off', 'duplicate-key': 'hint' } as const;
    assert.equal((await validateMarked('{', 'syntax', { rules })).problems[0]?.severity, 'error');
    assert.equal(
      (await validateMarked('{"a":1,"a":1}', 'duplicate-key', { rules })).problems[0]?.severity,
      'error',
    );
  });
});

describe('positions', () => {
  it('count UTF-16 code units', async () => {
    const [problem] = await validateText('{"name":"😀😀","ä":1,"tables":[]}', 'json', options);
    assert.deepEqual(problem?.range, {
      start: { line: 0, character: 15 },
      end: { line: 0, character: 18 },
    });
  });

  for (const [name, lineBreak] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    it(`count lines that end with ${name}`, async () => {
      const text = ['{', ' "name":"d",', ' "tables":[],', '  "x":1}'].join(lineBreak);
      const problems = await validateText(text, 'json', options);
      assert.deepEqual(problems.at(-1)?.range, {
        start: { line: 3, character: 2 },
        end: { line: 3, character: 5 },
      });
    });
  }

  it("don't treat U+2028 as a line break", async () => {
    const problems = await validateText('{"name":"a\u2028b","tables":[],"x":1}', 'json', options);
    assert.equal(problems.at(-1)?.range.start.line, 0);
  });
});
