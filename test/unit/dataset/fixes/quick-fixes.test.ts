import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { validateText } from '../../../../src/dataset/document.ts';
import { applyEdit, placeholderDefaults } from '../../../../src/dataset/fixes/fix-edit.ts';
import { type QuickFix, quickFixesFor } from '../../../../src/dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import type { RuleCode } from '../../../../src/dataset/problem.ts';
import { mutatedDocument } from '../documents.ts';
import { columns, options } from '../marked.ts';

async function fixesOf(
  text: string,
  code: RuleCode,
  format: DocumentFormat = 'json',
  dataTypes: string[] = [],
): Promise<QuickFix[]> {
  return quickFixesFor(
    new ParsedDocument(text, format),
    { ...options, dataTypes },
    (problem) => problem.code === code,
  );
}

function titlesOf(fixes: readonly QuickFix[]): string[] {
  return fixes.map(({ fix }) => (fix.kind === 'edit' ? fix.title : Object.values(fix.declaration).join(' ')));
}

/** The text after the fix with a title. Placeholders have their defaults. */
async function fixed(
  text: string,
  code: RuleCode,
  title: string,
  format: DocumentFormat = 'json',
): Promise<string> {
  const fixes = await fixesOf(text, code, format);
  const found = fixes.map(({ fix }) => fix).find((fix) => fix.kind === 'edit' && fix.title === title);
  assert.ok(found?.kind === 'edit', `"${title}" among ${titlesOf(fixes).join(', ') || 'none'}`);
  return applyEdit(text, found.edit);
}

interface Example {
  readonly does: string;
  readonly code: RuleCode;
  readonly title: string;
  readonly text: string;
  readonly becomes: string;
  readonly format?: DocumentFormat;
}

const inTable = (column: string) => columns(column);

const examples: readonly Example[] = [
  // unknown-data-type
  {
    does: 'uses the nearest data type',
    code: 'unknown-data-type',
    title: 'Change to "Int64"',
    text: inTable('{"name":"a","dataType": "int64" }'),
    becomes: inTable('{"name":"a","dataType": "Int64" }'),
  },
  {
    does: 'uses the nearest data type in YAML, and keeps quotes and comment',
    code: 'unknown-data-type',
    title: 'Change to "DateTime"',
    text: "name: d\ntables:\n  - name: T\n    columns: [{name: a, dataType: 'datetime'}] # why\n",
    becomes: "name: d\ntables:\n  - name: T\n    columns: [{name: a, dataType: 'DateTime'}] # why\n",
    format: 'yaml',
  },
  {
    does: 'uses that which a type of SQL becomes, in YAML',
    code: 'unknown-data-type',
    title: 'Change to "string"',
    text: 'name: d\ntables:\n  - name: T\n    columns: [{name: a, dataType: varchar(20)}]\n',
    becomes: 'name: d\ntables:\n  - name: T\n    columns: [{name: a, dataType: string}]\n',
    format: 'yaml',
  },
  {
    does: 'offers all data types if none is near',
    code: 'unknown-data-type',
    title: 'Choose a data type',
    text: inTable('{"name":"a","dataType":"Guid"}'),
    becomes: inTable('{"name":"a","dataType":"Int64"}'),
  },
  // A property with another name: missing-property
  {
    does: 'uses the nearest property, even if its content then has more problems',
    code: 'missing-property',
    title: 'Change to "columns"',
    text: 'name: d\ntables:\n- name: T\n  colums: # why\n  - {name: a}\n  - {name: A}\n',
    becomes: 'name: d\ntables:\n- name: T\n  columns: # why\n  - {name: a}\n  - {name: A}\n',
    format: 'yaml',
  },
  {
    does: 'uses the nearest property',
    code: 'missing-property',
    title: 'Change to "tables"',
    text: '{\r\n  "name": "d",\r\n  "tabels": []\r\n}',
    becomes: '{\r\n  "name": "d",\r\n  "tables": []\r\n}',
  },
  {
    does: 'uses the nearest property in YAML',
    code: 'missing-property',
    title: 'Change to "columns"',
    text: 'name: d\ntables:\n  - name: T\n    colums: # all\n      - {name: a, dataType: bool}\n',
    becomes: 'name: d\ntables:\n  - name: T\n    columns: # all\n      - {name: a, dataType: bool}\n',
    format: 'yaml',
  },
  {
    does: 'keeps the value of a property that other formats call so',
    code: 'missing-property',
    title: 'Change to "dataType"',
    text: inTable('{ "name": "a", "type" : "Int64" }'),
    becomes: inTable('{ "name": "a", "dataType" : "Int64" }'),
  },
  {
    does: 'replaces its value by a known data type, too',
    code: 'missing-property',
    title: 'Rename to "dataType", and change its value to "string"',
    text: inTable('{ "name": "a", "type" : "varchar(20)" }'),
    becomes: inTable('{ "name": "a", "dataType" : "string" }'),
  },
  {
    does: 'replaces its value by a known data type, too, and keeps quotes and comments',
    code: 'missing-property',
    title: 'Rename to "dataType", and change its value to "DateTime"',
    text: "name: d\ntables:\n  - name: T\n    columns:\n      - name: a\n        'data_type': # why\n          'timestamp' # so\n",
    becomes:
      "name: d\ntables:\n  - name: T\n    columns:\n      - name: a\n        'dataType': # why\n          'DateTime' # so\n",
    format: 'yaml',
  },
  {
    does: 'keeps a value for which none is known',
    code: 'missing-property',
    title: 'Change to "dataType"',
    text: inTable('{"name":"a","type":"Guid"}'),
    becomes: inTable('{"name":"a","dataType":"Guid"}'),
  },
  {
    does: 'keeps the content of a list that other formats call so',
    code: 'missing-property',
    title: 'Change to "columns"',
    text: 'name: d\ntables:\n  - name: T\n    fields: # all\n      - name: a\n',
    becomes: 'name: d\ntables:\n  - name: T\n    columns: # all\n      - name: a\n',
    format: 'yaml',
  },
  // unknown-property
  {
    does: 'removes the first property',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: '{ "x": { "y": [1] }, "name": "d", "tables": [] }',
    becomes: '{ "name": "d", "tables": [] }',
  },
  {
    does: 'removes a property with its line',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: '{\n  "name": "d",\n  "x": 1,\n  "tables": []\n}',
    becomes: '{\n  "name": "d",\n  "tables": []\n}',
  },
  {
    does: 'removes the last property with the comma before it',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: '{\n  "name": "d",\n  "tables": [],\n  "x": 1\n}',
    becomes: '{\n  "name": "d",\n  "tables": []\n}',
  },
  {
    does: 'removes the only property',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: '{ "x": 1 }',
    becomes: '{}',
  },
  {
    does: 'removes a property from a YAML block, and keeps the comments of others',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: 'name: d # one\nx:\n  - 1\n# two\ntables: []\n',
    becomes: 'name: d # one\n# two\ntables: []\n',
    format: 'yaml',
  },
  {
    does: 'removes the first property after a dash',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: 'name: d\ntables:\n  - x: 1\n    name: T\n    columns: []\n',
    becomes: 'name: d\ntables:\n  - name: T\n    columns: []\n',
    format: 'yaml',
  },
  {
    does: 'removes the last line of a YAML file that does not end with a line break',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: 'name: d\r\ntables: []\r\nx: 1',
    becomes: 'name: d\r\ntables: []',
    format: 'yaml',
  },
  {
    does: 'removes a property from braces in YAML',
    code: 'unknown-property',
    title: 'Remove "x"',
    text: 'name: d\ntables:\n  - {name: T, columns: [], x: 1}\n',
    becomes: 'name: d\ntables:\n  - {name: T, columns: []}\n',
    format: 'yaml',
  },
  // missing-property
  {
    does: 'adds a name before the other properties, in their layout',
    code: 'missing-property',
    title: 'Add "name"',
    text: '{\n\t"tables": []\n}',
    becomes: '{\n\t"name": "Sales",\n\t"tables": []\n}',
  },
  {
    does: 'adds other properties at the end',
    code: 'missing-property',
    title: 'Add "dataType"',
    text: inTable('{ "name": "a" }'),
    becomes: inTable('{ "name": "a", "dataType": "Int64" }'),
  },
  {
    does: 'adds a list with the indentation and the line breaks of the file',
    code: 'missing-property',
    title: 'Add "columns"',
    text: '{\r\n "name": "d",\r\n "tables": [\r\n  {\r\n   "name": "T"\r\n  }\r\n ]\r\n}',
    becomes:
      '{\r\n "name": "d",\r\n "tables": [\r\n  {\r\n   "name": "T",\r\n   "columns": [\r\n    {\r\n     "name": "Id",\r\n     "dataType": "Int64"\r\n    }\r\n   ]\r\n  }\r\n ]\r\n}',
  },
  {
    does: 'fills an empty object',
    code: 'missing-property',
    title: 'Add "name" and "dataType"',
    text: inTable('{}'),
    becomes: inTable('{"name":"Id","dataType":"Int64"}'),
  },
  {
    does: 'adds a name that no sibling has',
    code: 'missing-property',
    title: 'Add "name"',
    text: inTable('{"name":"ID","dataType":"bool"},{"dataType":"bool"}'),
    becomes: inTable('{"name":"ID","dataType":"bool"},{"name":"Id2","dataType":"bool"}'),
  },
  {
    does: 'adds a name to a YAML block after a dash',
    code: 'missing-property',
    title: 'Add "name"',
    text: 'name: d\ntables:\n  - columns: [] # none\n',
    becomes: 'name: d\ntables:\n  - name: Orders\n    columns: [] # none\n',
    format: 'yaml',
  },
  {
    does: 'adds a list to a YAML block, after the comment of its last line',
    code: 'missing-property',
    title: 'Add "tables"',
    text: 'name: d # why\r\n',
    becomes:
      'name: d # why\r\ntables:\r\n  - name: Orders\r\n    columns:\r\n      - name: Id\r\n        dataType: Int64\r\n',
    format: 'yaml',
  },
  {
    does: 'adds to braces in YAML',
    code: 'missing-property',
    title: 'Add "dataType"',
    text: 'name: d\ntables:\n  - name: T\n    columns:\n      - { name: a }\n',
    becomes: 'name: d\ntables:\n  - name: T\n    columns:\n      - { name: a, dataType: Int64 }\n',
    format: 'yaml',
  },
  // wrong-type
  {
    does: 'converts a single table to a list, even if its content then has more problems',
    code: 'wrong-type',
    title: 'Convert to a list',
    text: '{ "name": "d", "tables": { "name": "T", "columns": ["Id", 7] } }',
    becomes: '{ "name": "d", "tables": [{ "name": "T", "columns": ["Id", 7] }] }',
  },
  {
    does: 'quotes a number',
    code: 'wrong-type',
    title: 'Enclose in double quotes',
    text: '{"name": 2024.50, "tables": []}',
    becomes: '{"name": "2024.50", "tables": []}',
  },
  {
    does: 'quotes true in YAML',
    code: 'wrong-type',
    title: 'Enclose in double quotes',
    text: 'name: true # sic\ntables: []\n',
    becomes: 'name: "true" # sic\ntables: []\n',
    format: 'yaml',
  },
  {
    does: 'converts one table to a list',
    code: 'wrong-type',
    title: 'Convert to a list',
    text: '{"name":"d","tables":{"name":"T","columns":[]}}',
    becomes: '{"name":"d","tables":[{"name":"T","columns":[]}]}',
  },
  {
    does: 'converts a name to a column',
    code: 'wrong-type',
    title: 'Convert to a column',
    text: inTable('"Price"'),
    becomes: inTable('{"name":"Price","dataType":"Int64"}'),
  },
  {
    does: 'converts a name to a table in YAML',
    code: 'wrong-type',
    title: 'Convert to a table',
    text: 'name: d\ntables:\n- Orders # many\n',
    becomes: 'name: d\ntables:\n- name: Orders\n  columns:\n    - name: Id\n      dataType: Int64 # many\n',
    format: 'yaml',
  },
  {
    does: 'adds an item after a dash alone',
    code: 'wrong-type',
    title: 'Convert to a table',
    text: 'name: d\ntables:\n  -\n',
    becomes: 'name: d\ntables:\n  - name: Orders\n    columns:\n      - name: Id\n        dataType: Int64\n',
    format: 'yaml',
  },
  {
    does: 'adds a value to a key without one',
    code: 'wrong-type',
    title: 'Add a table',
    text: 'name: d\ntables:\n',
    becomes: 'name: d\ntables:\n  - name: Orders\n    columns:\n      - name: Id\n        dataType: Int64\n',
    format: 'yaml',
  },
  {
    does: 'replaces null by a name',
    code: 'wrong-type',
    title: 'Give the dataset a name',
    text: '{"name":null,"tables":[]}',
    becomes: '{"name":"Sales","tables":[]}',
  },
  // empty-name
  {
    does: 'adds a name',
    code: 'empty-name',
    title: 'Give the column a name',
    text: inTable('{"name":" ","dataType":"bool"}'),
    becomes: inTable('{"name":"Id","dataType":"bool"}'),
  },
  {
    does: 'adds a name in YAML',
    code: 'empty-name',
    title: 'Give the dataset a name',
    text: 'name: ""\ntables: []\n',
    becomes: 'name: Sales\ntables: []\n',
    format: 'yaml',
  },
  // duplicates
  {
    does: 'renames the second table to a name that is free',
    code: 'duplicate-table',
    title: 'Rename to "ORDERS3"',
    text: '{"name":"d","tables":[{"name":"Orders","columns":[]},{"name":"orders2","columns":[]},{"name":"ORDERS","columns":[]}]}',
    becomes:
      '{"name":"d","tables":[{"name":"Orders","columns":[]},{"name":"orders2","columns":[]},{"name":"ORDERS3","columns":[]}]}',
  },
  {
    does: 'separates a number at the end of a name',
    code: 'duplicate-column',
    title: 'Rename to "Q1_2"',
    text: inTable('{"name":"Q1","dataType":"bool"},{"name":"Q1","dataType":"bool"}'),
    becomes: inTable('{"name":"Q1","dataType":"bool"},{"name":"Q1_2","dataType":"bool"}'),
  },
  // untidy-name
  {
    does: 'trims a name',
    code: 'untidy-name',
    title: 'Change to "Total"',
    text: inTable('{"name":" Total\\t","dataType":"bool"}'),
    becomes: inTable('{"name":"Total","dataType":"bool"}'),
  },
  {
    does: 'removes control characters, and replaces a line break by a space',
    code: 'untidy-name',
    title: 'Change to "Order date"',
    text: inTable('{"name":"Or\\u0001der\\r\\ndate","dataType":"bool"}'),
    becomes: inTable('{"name":"Order date","dataType":"bool"}'),
  },
  {
    does: 'trims a name between single quotes',
    code: 'untidy-name',
    title: 'Change to "Bob\'s"',
    text: "name: ' Bob''s'\ntables: []\n",
    becomes: "name: 'Bob''s'\ntables: []\n",
    format: 'yaml',
  },
  // duplicate-key
  {
    does: 'removes one of two equal properties',
    code: 'duplicate-key',
    title: 'Remove the second "name"',
    text: '{\n  "name": "d",\n  "n\\u0061me": "\\u0064",\n  "tables": []\n}',
    becomes: '{\n  "name": "d",\n  "tables": []\n}',
  },
  {
    does: 'removes this one of two different properties',
    code: 'duplicate-key',
    title: 'Remove this "name"',
    text: '{"name":"a","tables":[],"name":"b"}',
    becomes: '{"name":"a","tables":[]}',
  },
  {
    does: 'keeps this one of two different properties',
    code: 'duplicate-key',
    title: 'Keep this "name" and remove the one on line 1',
    text: 'name: a\ntables: []\nname: b\n',
    becomes: 'tables: []\nname: b\n',
    format: 'yaml',
  },
  // no-tables, no-columns
  {
    does: 'adds a table',
    code: 'no-tables',
    title: 'Add a table',
    text: '{ "name": "d", "tables": [] }',
    becomes:
      '{ "name": "d", "tables": [{ "name": "Orders", "columns": [{ "name": "Id", "dataType": "Int64" }] }] }',
  },
  {
    does: 'adds a column in YAML',
    code: 'no-columns',
    title: 'Add a column',
    text: 'name: d\ntables:\n  - name: T\n    columns: []\n',
    becomes: 'name: d\ntables:\n  - name: T\n    columns:\n      - name: Id\n        dataType: Int64\n',
    format: 'yaml',
  },
  // syntax
  ...(
    [
      ['removes a comma', 'Remove the comma', '{"name":"d","tables":[],}', '{"name":"d","tables":[]}'],
      [
        'removes a comma too many',
        'Remove the comma',
        '{"name":"d",,"tables":[]}',
        '{"name":"d","tables":[]}',
      ],
      ['inserts a comma', 'Insert a comma', '{"name":"d"\n "tables":[]}', '{"name":"d",\n "tables":[]}'],
      ['inserts a colon', 'Insert a colon', '{"name" "d","tables":[]}', '{"name": "d","tables":[]}'],
      [
        'removes a comment',
        'Remove the comment',
        '{"name":"d",/* c */"tables":[]}',
        '{"name":"d","tables":[]}',
      ],
      [
        'takes double quotes for single ones',
        'Use double quotes',
        '{\'name\':"d","tables":[]}',
        '{"name":"d","tables":[]}',
      ],
      ['quotes a property', 'Enclose in double quotes', '{name:"d","tables":[]}', '{"name":"d","tables":[]}'],
      ['quotes a word', 'Enclose in double quotes', '{"name":d,"tables":[]}', '{"name":"d","tables":[]}'],
      ['quotes 007', 'Enclose in double quotes', '{"name":007,"tables":[]}', '{"name":"007","tables":[]}'],
      ['closes a string', 'Close the string', '{"name":"d,\n"tables":[]}', '{"name":"d",\n"tables":[]}'],
      [
        'escapes a tab',
        'Replace with an escape sequence',
        '{"name":"a\tb","tables":[]}',
        '{"name":"a\\tb","tables":[]}',
      ],
      [
        'doubles a backslash',
        'Escape the backslash',
        '{"name":"a\\xb","tables":[]}',
        '{"name":"a\\\\xb","tables":[]}',
      ],
      [
        'replaces a no-break space',
        'Replace with a space',
        '{"name":\u00a0"d","tables":[]}',
        '{"name": "d","tables":[]}',
      ],
    ] as const
  ).map(([does, title, text, becomes]): Example => ({ does, code: 'syntax', title, text, becomes })),
  ...(
    [
      [
        'indents with spaces',
        'Indent with spaces',
        'name: d\ntables:\n\t- name: T\n',
        'name: d\ntables:\n  - name: T\n',
      ],
      [
        'quotes a value with a colon',
        'Enclose in double quotes',
        'name: a: b # c\ntables: []\n',
        'name: "a: b" # c\ntables: []\n',
      ],
      ['quotes a key', 'Enclose in double quotes', '7: x\nname: d\n', '"7": x\nname: d\n'],
      [
        'doubles a backslash',
        'Escape the backslash',
        'name: "a\\yb"\ntables: []\n',
        'name: "a\\\\yb"\ntables: []\n',
      ],
    ] as const
  ).map(
    ([does, title, text, becomes]): Example => ({
      does,
      code: 'syntax',
      title,
      text,
      becomes,
      format: 'yaml',
    }),
  ),
];

for (const code of [...new Set(examples.map((example) => example.code))]) {
  describe(`the quick fix for ${code}`, () => {
    for (const { does, title, text, becomes, format = 'json' } of examples.filter((e) => e.code === code)) {
      it(`${does}${format === 'yaml' && !does.includes('YAML') ? ' (YAML)' : ''}`, async () => {
        assert.equal(await fixed(text, code, title, format), becomes);
      });
    }
  });
}

describe('Quick fixes', () => {
  it('add an unknown data type to the setting', async () => {
    const fixes = await fixesOf(inTable('{"name":"a","dataType":"Guid"}'), 'unknown-data-type');
    assert.deepEqual(titlesOf(fixes), ['Choose a data type', 'data-type Guid']);
  });

  it('replace a data type for fractions by one that is declared, or declare Double', async () => {
    const text = inTable('{"name":"a","dataType":"decimal(10,2)"}');
    const [fix, ...others] = await fixesOf(text, 'unknown-data-type');
    assert.ok(fix?.fix.kind === 'edit');
    assert.deepEqual([fix.fix.title, fix.fix.declares], ['Change to "Double"', 'Double']);
    assert.equal(applyEdit(text, fix.fix.edit), text.replace('decimal(10,2)', 'Double'));
    assert.deepEqual(titlesOf(others), ['Choose a data type', 'data-type decimal(10,2)']);
    const declared = await fixesOf(text, 'unknown-data-type', 'json', ['Guid', 'Number']);
    assert.deepEqual(titlesOf(declared), ['Change to "Number"', 'data-type decimal(10,2)']);
  });

  it('rename, remove or declare a property with another name', async () => {
    const titles = async (column: string, dataTypes: string[] = []) =>
      titlesOf(await fixesOf(inTable(column), 'missing-property', 'json', dataTypes));
    const others = ['Change to "dataType"', 'Remove "type"', 'property column type'];
    assert.deepEqual(await titles('{"name":"a","type":"Int64"}'), others);
    assert.deepEqual(await titles('{"name":"a","type":"float"}'), others);
    assert.deepEqual(await titles('{"name":"a","type":["text","null"]}'), others);
    assert.deepEqual(await titles('{"name":"a","type":"float"}', ['Decimal']), [
      'Rename to "dataType", and change its value to "Decimal"',
      ...others,
    ]);
  });

  it('add an unknown property to those of its kind of object', async () => {
    const fixes = await fixesOf(inTable('{"name":"a","dataType":"string","format":"0"}'), 'unknown-property');
    assert.deepEqual(titlesOf(fixes), ['Remove "format"', 'property column format']);
  });

  it('offer the data types of the setting', async () => {
    const fixes = await fixesOf(inTable('{"name":"a"}'), 'missing-property', 'json', ['Decimal(10,2)']);
    const [fix] = fixes.map((each) => each.fix);
    assert.ok(fix?.kind === 'edit' && fix.edit.isSnippet);
    assert.match(fix.edit.newText, /\|Int64,string,bool,DateTime,Decimal\(10\\,2\)\|/);
  });

  it('are offered once for all problems that they fix', async () => {
    const [fix, ...others] = await fixesOf(inTable('{}'), 'missing-property');
    assert.equal(fix?.problems.length, 2);
    assert.deepEqual(others, []);
  });

  it('are not offered if nothing is known', async () => {
    assert.deepEqual(await fixesOf('', 'syntax'), []);
    assert.deepEqual(await fixesOf('{"name":"d","tables":[', 'syntax'), []);
    assert.deepEqual(await fixesOf('[]', 'wrong-type'), []);
    for (const second of ['---\nname: e\ntables: []\n', '---', '--- # two\n', '---\n---\n'])
      assert.deepEqual(await fixesOf(`name: d\ntables: []\n${second}`, 'syntax', 'yaml'), [], second);
    assert.deepEqual(await fixesOf('---\n---\n', 'syntax', 'yaml'), []);
  });

  it("don't trim a name if that makes a duplicate", async () => {
    const text = inTable('{"name":"a","dataType":"bool"},{"name":"a ","dataType":"bool"}');
    assert.deepEqual(await fixesOf(text, 'untidy-name'), []);
  });

  it("don't remove an anchor that is used later", async () => {
    const text = 'x: &a\n  name: T\n  columns: []\nname: d\ntables: [*a]\n';
    assert.deepEqual(titlesOf(await fixesOf(text, 'unknown-property', 'yaml')), ['property dataset x']);
  });

  for (const format of ['json', 'yaml'] as const) {
    it(`never add syntax errors to a ${format} document`, async () => {
      await fc.assert(
        fc.asyncProperty(mutatedDocument(format), async (text) => {
          const syntaxErrors = async (each: string) =>
            (await validateText(each, format, options)).filter(({ code }) => code === 'syntax').length;
          const before = await syntaxErrors(text);
          for (const { fix, problems } of await quickFixesFor(
            new ParsedDocument(text, format),
            options,
            () => true,
          )) {
            assert.ok(problems.length > 0);
            if (fix.kind !== 'edit') continue;
            const after = await syntaxErrors(applyEdit(text, fix.edit));
            assert.ok(problems[0]?.code === 'syntax' ? after < before : after <= before, fix.title);
          }
        }),
        { numRuns: caseCount(100) },
      );
    });
  }
});

describe('placeholderDefaults', () => {
  it('returns what a snippet inserts', () => {
    const snippet = ['\\$a', '$', '{1:b\\}c} $', '{2|d\\,e,f|} $3\\\\'];
    assert.equal(placeholderDefaults(snippet.join('')), '$ab}c d,e \\');
  });
});
