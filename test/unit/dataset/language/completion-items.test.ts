import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { type CompletionItem, completion } from '../../../../src/dataset/language/completion-items.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import type { RuleSettings } from '../../../../src/dataset/rules/settings.ts';
import { codesOf } from '../marked.ts';

interface Offer {
  readonly text: string;
  readonly items: readonly CompletionItem[];
}

/** The completion items at ¦. */
async function itemsAt(
  marked: string,
  format: DocumentFormat = 'json',
  dataTypes: string[] = [],
  properties: RuleSettings['properties'] = undefined,
): Promise<Offer> {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  return {
    text,
    items: await completion(new ParsedDocument(text, format), { dataTypes, properties }, { offset }),
  };
}

async function labels(marked: string, format: DocumentFormat = 'json'): Promise<string[]> {
  return (await itemsAt(marked, format)).items.map(({ label }) => label);
}

/** The text after an item is inserted. Placeholders have their defaults, and lines are indented as an editor does it. */
async function textAfterAccepting(
  marked: string,
  label: string,
  format: DocumentFormat = 'json',
  dataTypes: string[] = [],
): Promise<string> {
  const { text, items } = await itemsAt(marked, format, dataTypes);
  const item = items.find((each) => each.label === label);
  assert.ok(item, `${label} among ${items.map((each) => each.label)}`);
  const { start, end } = item.range;
  const lineIndent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))?.[0] ?? '';
  const plain = item.insertText
    .replace(
      /\\([\\$},|])|\$\{\d+\|((?:[^\\,|]|\\.)*)(?:[^\\|]|\\.)*\|\}|\$\{\d+:([^}]*)\}|\$\d+/g,
      (_, escaped = '', choice = '', placeholder = '') => `${escaped}${choice}${placeholder}`,
    )
    .replace(/\t/g, '  ')
    .replace(/\n/g, `\n${lineIndent}`);
  return text.slice(0, start) + plain + text.slice(end);
}

describe('Completion in JSON', () => {
  it('offers a whole dataset in an empty document', async () => {
    for (const text of ['¦', ' \n¦\n', '¦\n']) {
      assert.deepEqual(await labels(text), ['New dataset']);
      assert.deepEqual(await codesOf(await textAfterAccepting(text, 'New dataset')), []);
    }
  });

  it('offers all data types to choose from in each snippet, also in YAML', async () => {
    for (const [marked, format] of [
      ['¦', 'json'],
      ['{"name":"d",¦}', 'json'],
      ['{"tables":[¦]}', 'json'],
      ['{"tables":[{"name":"T",¦}]}', 'json'],
      ['{"tables":[{"columns":[¦]}]}', 'json'],
      ['¦', 'yaml'],
      ['tables:\n  - ¦', 'yaml'],
    ] as const) {
      const { items } = await itemsAt(marked, format, ['Money']);
      for (const { insertText } of items)
        assert.match(insertText, /\$\{\d\|Int64,string,bool,DateTime,Money\|\}/, `${marked} ${insertText}`);
    }
  });

  it('offers the missing properties', async () => {
    assert.deepEqual(await labels('{¦}'), ['name', 'tables']);
    assert.deepEqual(await labels('{"name":"d",¦}'), ['tables']);
    assert.deepEqual(await labels('{¦"tables":[{"name":"T"}]}'), ['name']);
    assert.deepEqual(await labels('{"tables":[{¦}]}'), ['name', 'columns']);
    assert.deepEqual(await labels('{"tables":[{"columns":[{"dataType":"bool",¦}]}]}'), ['name']);
  });

  it('offers nothing if the schema has nothing there', async () => {
    for (const text of [
      '{"x":{¦}}',
      '{"x":[¦]}',
      '{"x":¦}',
      '{"name":{¦}}',
      '{} ¦',
      '[¦]',
      '{"tables":[[¦]]}',
      '{"name" ¦',
      '{ // ¦',
    ]) {
      assert.deepEqual(await labels(text), [], text);
    }
  });

  it('inserts a property with its quotes, its value, and the commas that it needs', async () => {
    assert.equal(await textAfterAccepting('{¦}', 'name'), '{"name": "Sales"}');
    assert.equal(await textAfterAccepting('{¦"tables":[]}', 'name'), '{"name": "Sales","tables":[]}');
    assert.equal(await textAfterAccepting('{"tables":[] ¦}', 'name'), '{"tables":[] , "name": "Sales"}');
    assert.equal(
      await textAfterAccepting('{"tables":[{"columns":[{"name":"a",¦}]}]}', 'dataType'),
      '{"tables":[{"columns":[{"name":"a","dataType": "Int64"}]}]}',
    );
  });

  it('completes a partial word, with or without quotes', async () => {
    assert.equal(await textAfterAccepting('{"na¦"}', 'name'), '{"name": "Sales"}');
    assert.equal(await textAfterAccepting('{"na¦\n}', 'name'), '{"name": "Sales"\n}');
    assert.equal(await textAfterAccepting('{na¦}', 'name'), '{"name": "Sales"}');
    assert.equal(await textAfterAccepting('{"nam¦e":"d"}', 'name'), '{"name":"d"}');
    assert.equal(await textAfterAccepting('{"¦":"d"}', 'name'), '{"name":"d"}');
  });

  it('lets VS Code filter by a word with quotes', async () => {
    const quoted = (await itemsAt('{"na¦"}')).items[0];
    const bare = (await itemsAt('{na¦}')).items[0];
    assert.deepEqual([quoted?.filterText, bare?.filterText], ['"name"', undefined]);
  });

  it('offers the data types with their descriptions', async () => {
    const { items } = await itemsAt('{"tables":[{"columns":[{"dataType":¦}]}]}', 'json', [
      'Decimal(10,2)',
      'bool',
    ]);
    assert.deepEqual(
      items.map(({ label, detail }) => `${label}: ${detail}`),
      [
        'Int64: Whole number',
        'string: Text',
        'bool: True or false',
        'DateTime: Date and time',
        'Decimal(10,2): From the settings or the project file',
      ],
    );
    assert.match(items[0]?.documentation ?? '', /64-bit/);
  });

  it('replaces a data type', async () => {
    const column = (value: string) => `{"tables":[{"columns":[{"dataType":${value}}]}]}`;
    for (const value of ['¦', '"¦"', '"Int¦64"', '¦"Int64"', 'bo¦']) {
      assert.equal(await textAfterAccepting(column(value), 'bool'), column('"bool"'), value);
    }
    assert.equal(await textAfterAccepting(column('"¦'), 'bool'), '{"tables":[{"columns":[{"dataType":"bool"');
    assert.equal(await textAfterAccepting(column('¦ "name":"a"'), 'bool'), column('"bool", "name":"a"'));
  });

  it('inserts data types with special characters', async () => {
    const name = 'a"$1}\\,|';
    assert.equal(
      await textAfterAccepting('{"tables":[{"columns":[{"dataType":¦}]}]}', name, 'json', [name]),
      `{"tables":[{"columns":[{"dataType":${JSON.stringify(name)}}]}]}`,
    );
  });

  it('offers tables and columns inside their arrays', async () => {
    const text = '{\n  "name": "d",\n  "tables": [\n    ¦\n  ]\n}';
    assert.deepEqual(await codesOf(await textAfterAccepting(text, 'New table')), []);
    const column = '{"name":"d","tables":[{"name":"T","columns":[¦{"name":"x","dataType":"bool"}]}]}';
    assert.deepEqual(await codesOf(await textAfterAccepting(column, 'New column')), []);
    const after = column.replace('¦', '').replace('"bool"}', '"bool"}¦');
    assert.deepEqual(await codesOf(await textAfterAccepting(after, 'New column')), []);
  });

  it('works in broken text', async () => {
    assert.deepEqual(await labels('{\'name\': "d", /* } */ "tables": [ {"columns": [ {name: \'x\', ¦'), [
      'dataType',
    ]);
    assert.deepEqual(await labels('{"tables":[{"name":"a\\"}",¦ ]]]'), ['columns']);
  });

  it('always replaces a range that contains the cursor, and never throws', async () => {
    const valid = '{"name":"d","tables":[{"name":"T","columns":[{"name":"a","dataType":"Int64"}]}]}';
    await fc.assert(
      fc.asyncProperty(fc.nat(valid.length), fc.nat(5), fc.nat(valid.length), async (cut, length, cursor) => {
        const text = valid.slice(0, cut) + valid.slice(cut + length);
        const offset = Math.min(cursor, text.length);
        for (const { range } of await completion(
          new ParsedDocument(text, 'json'),
          { dataTypes: [] },
          { offset },
        )) {
          assert.ok(range.start <= offset && offset <= range.end && range.end <= text.length);
        }
      }),
    );
  });

  it('works at the end of a megabyte', async () => {
    const column = '{"name":"a","dataType":"bool"}';
    const text = `{"name":"d","tables":[{"name":"T","columns":[${Array(35_000).fill(column).join()},{"dataType":"¦"}]}]}`;
    assert.equal((await labels(text)).length, 4);
  });
});

describe('Completion in YAML', () => {
  it('offers a whole dataset in an empty document', async () => {
    for (const text of ['¦', '# sales\n¦\n']) {
      assert.deepEqual(await codesOf(await textAfterAccepting(text, 'New dataset', 'yaml'), 'yaml'), []);
    }
  });

  it('offers the missing properties', async () => {
    assert.deepEqual(await labels('name: d\n¦', 'yaml'), ['tables']);
    assert.deepEqual(await labels('¦\ntables:\n  - name: T\n', 'yaml'), ['name']);
    assert.deepEqual(await labels('tables:\n  - name: T\n    ¦\n  - columns:\n', 'yaml'), ['columns']);
    assert.deepEqual(await labels('tables:\n- name: T\n  ¦\n', 'yaml'), ['columns']);
    assert.deepEqual(
      await labels('tables:\n  - name: T\n    columns:\n      - dataType: bool\n        na¦\n', 'yaml'),
      ['name'],
    );
    assert.deepEqual(await labels('tables:\r\n  - name: T\r\n    ¦\r\n', 'yaml'), ['columns']);
  });

  it('inserts them with their values', async () => {
    assert.equal(await textAfterAccepting('na¦', 'name', 'yaml'), 'name: Sales');
    assert.equal(await textAfterAccepting('nam¦e: d', 'name', 'yaml'), 'name: d');
    assert.equal(
      await textAfterAccepting('tables:\n  - name: T\n    ¦', 'columns', 'yaml'),
      'tables:\n  - name: T\n    columns:\n      - name: Id\n        dataType: Int64',
    );
    assert.deepEqual(await codesOf(await textAfterAccepting('name: d\ntab¦', 'tables', 'yaml'), 'yaml'), []);
  });

  it('offers the data types', async () => {
    const column = (value: string) => `tables:\n  - columns:\n      - name: a\n        dataType:${value}\n`;
    assert.equal(await textAfterAccepting(column(' ¦'), 'bool', 'yaml'), column(' bool'));
    assert.equal(await textAfterAccepting(column('¦'), 'bool', 'yaml'), column(' bool'));
    assert.equal(await textAfterAccepting(column(' Int¦64 # c'), 'bool', 'yaml'), column(' bool # c'));
    assert.equal(await textAfterAccepting(column(' ¦'), 'a: b', 'yaml', ['a: b']), column(' "a: b"'));
  });

  it('offers tables and columns as items of their lists', async () => {
    for (const text of [
      'name: d\ntables:\n  ¦\n',
      'name: d\ntables:\n  - ¦\n',
      'name: d\ntables:\n  -¦\n',
      'name: d\ntables:\n- ¦\n',
      'name: d\ntables: ¦\n',
      'name: d\ntables:\n  - name: T\n    columns: [{name: a, dataType: bool}]\n  ¦\n',
    ]) {
      const label = text.includes('tables: ¦') ? 'Tables' : 'New table';
      assert.deepEqual(
        await codesOf(await textAfterAccepting(text, label, 'yaml'), 'yaml'),
        [],
        await textAfterAccepting(text, label, 'yaml'),
      );
    }
    const column = 'name: d\ntables:\n  - name: T\n    columns:\n      ¦\n';
    assert.deepEqual(await codesOf(await textAfterAccepting(column, 'New column', 'yaml'), 'yaml'), []);
  });

  it('offers the next item where it goes, wherever Enter has left the cursor', async () => {
    const table = 'name: d\ntables:\n  - name: T\n    columns:\n      - name: A\n        dataType: bool\n';
    const column = `${table}      - name: Id\n        dataType: Int64`;
    for (const blanks of ['        ¦', '      ¦', '          ¦', '        - ¦', '        -¦'])
      assert.equal(await textAfterAccepting(table + blanks, 'New column', 'yaml'), column, blanks);
    assert.deepEqual(await labels(`${table}        ¦\n      - name: B\n`, 'yaml'), ['New column']);
    assert.deepEqual(await labels(`${table}        ¦`, 'yaml'), ['New column', 'New table']);
    assert.deepEqual(
      await codesOf(await textAfterAccepting(`${table}        ¦`, 'New table', 'yaml'), 'yaml'),
      [],
    );
    // Within a column, and where a property is missing, nothing else is offered.
    assert.deepEqual(await labels(table.replace('        data', '        ¦\n        data'), 'yaml'), []);
    assert.deepEqual(await labels(table.replace(/data.*\n/, '¦'), 'yaml'), ['dataType']);
  });

  it('offers the data types before a comment', async () => {
    const column = (value: string) => `tables:\n  - columns:\n      - name: a\n        dataType:${value}\n`;
    assert.equal(await textAfterAccepting(column(' ¦ # c'), 'bool', 'yaml'), column(' bool # c'));
    assert.equal(await textAfterAccepting(column(' ¦# c'), 'bool', 'yaml'), column(' bool # c'));
    assert.equal(await textAfterAccepting(column('¦ # c'), 'bool', 'yaml'), column(' bool # c'));
    assert.deepEqual(await labels(column(' # ¦c'), 'yaml'), []);
  });

  it('works in braces and brackets on several lines', async () => {
    const flow = (lines: string) => `name: d\ntables:\n  - name: T\n    columns: [ # "c, {\n${lines}`;
    for (const [lines, expected] of [
      ['      {name: A, dataType: bool}, # c\n      ¦\n    ]\n', ['New column']],
      ['      {name: A,\n       ¦}\n  - name: U\n', ['dataType']],
      ['      {name: A, # ]\n       dataType: ¦},\n    ]\n', ['Int64', 'string', 'bool', 'DateTime']],
      ['      {name: "[", ¦\n', ['dataType']],
      // Brackets that are not closed end where the next item begins.
      ['      {name: A}\n  - name: U\n    ¦\n', ['columns']],
    ] as const)
      assert.deepEqual(await labels(flow(lines), 'yaml'), expected, lines);
    assert.deepEqual(await labels('name: d\ntables:\n  - {\n      name: T,\n      ¦\n    }\n', 'yaml'), [
      'columns',
    ]);
    assert.deepEqual(await labels('{\n  name: d, # c\n  ¦\n}\n', 'yaml'), ['tables']);
    assert.deepEqual(await labels('name: "a\n  ¦"\ntables: []\n', 'yaml'), []);
  });

  it('works in braces and brackets', async () => {
    const flow = (column: string) => `tables:\n  - name: T\n    columns:\n      - ${column}\n`;
    assert.deepEqual(await labels(flow('{name: a, ¦}'), 'yaml'), ['dataType']);
    assert.equal(
      await textAfterAccepting(flow('{name: a, dataType: ¦}'), 'bool', 'yaml'),
      flow('{name: a, dataType: bool}'),
    );
    assert.deepEqual(await labels('tables:\n  - columns: [{name: a, ¦}]', 'yaml'), ['dataType']);
    assert.deepEqual(await labels('{"name": "d", ¦}', 'yaml'), ['tables']);
  });

  it('offers nothing if the schema has nothing there', async () => {
    for (const text of ['x:\n  ¦', '# ¦', 'name: d # ¦', 'name:\n  - ¦', 'x:\n  - a: 1\n    ¦']) {
      assert.deepEqual(await labels(text, 'yaml'), [], text);
    }
  });

  it('always replaces a range that contains the cursor, and never throws', async () => {
    const valid =
      'name: d\ntables:\n  - name: T\n    columns:\n      - name: a\n        dataType: bool\n      - {name: b, dataType: Int64}\n';
    await fc.assert(
      fc.asyncProperty(fc.nat(valid.length), fc.nat(5), fc.nat(valid.length), async (cut, length, cursor) => {
        const text = valid.slice(0, cut) + valid.slice(cut + length);
        const offset = Math.min(cursor, text.length);
        for (const { range } of await completion(
          new ParsedDocument(text, 'yaml'),
          { dataTypes: [] },
          { offset },
        )) {
          assert.ok(
            range.start <= offset && offset <= range.end && range.end <= text.length,
            JSON.stringify([text, offset, range]),
          );
        }
      }),
    );
  });
});
