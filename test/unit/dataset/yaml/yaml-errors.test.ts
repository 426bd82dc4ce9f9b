import assert from 'node:assert/strict';
import { validateText } from '../../../../src/dataset/document.ts';
import { applyEdit } from '../../../../src/dataset/fixes/fix-edit.ts';
import { quickFixesFor } from '../../../../src/dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import { options, pointedAt } from '../marked.ts';

const head = `name: d
tables:
  - name: T
    columns:
      - name: A
        dataType: DateTime
`;

/** A text after `head`, the only problem of it, and the text after the first fix. */
const slips: readonly (readonly [string, string, RegExp, string])[] = [
  [
    '        - name: Goals\n',
    '-',
    /^This "-" belongs 2 columns to the left, below the "-" of line 5\.$/,
    '      - name: Goals\n',
  ],
  ['        -', '-', /belongs 2 columns to the left/, '      -'],
  [
    '        - name: B\n          dataType: bool # b\n\n        - name: C\n          dataType: bool\n  - name: U\n    columns: []\n',
    '-',
    /belongs 2 columns to the left/,
    '      - name: B\n        dataType: bool # b\n\n      - name: C\n        dataType: bool\n  - name: U\n    columns: []\n',
  ],
  ['          - name: Goals\n', '-', /belongs 4 columns to the left/, '      - name: Goals\n'],
  ['       - name: Goals\n', '-', /belongs one column to the left/, '      - name: Goals\n'],
  [
    '     - name: B\n       dataType: bool\n      - name: C\n        dataType: bool\n',
    '-',
    /belongs one column to the right, below the "-" of line 5/,
    '      - name: B\n        dataType: bool\n      - name: C\n        dataType: bool\n',
  ],
  // The keys of an item say which list it belongs to.
  [
    '     - name: U\n       columns: []\n',
    '-',
    /belongs 3 columns to the left, below the "-" of line 3/,
    '  - name: U\n    columns: []\n',
  ],
  [
    '      - name: B\n         dataType: bool\n',
    'dataType',
    /^This "dataType" belongs one column to the left, below the "name" of line 7\.$/,
    '      - name: B\n        dataType: bool\n',
  ],
  [
    '      - name: B\n       dataType: bool\n',
    'dataType',
    /belongs one column to the right/,
    '      - name: B\n        dataType: bool\n',
  ],
  [
    '  - name: U\n    columns: [\n  - name: V\n    columns: []\n',
    '[',
    /^This "\[" is not closed\. Add "\]"\.$/,
    '  - name: U\n    columns: []\n  - name: V\n    columns: []\n',
  ],
  [
    '  - name: U\n    columns: [ { name: a # c\n',
    '{',
    /^This "\{" is not closed\. Add "\}"\.$/,
    '  - name: U\n    columns: [ { name: a}] # c\n',
  ],
  [
    '  - name: "U\n    columns: []\n',
    '"',
    /^The quotes are not closed\. Add " at the end of the text\.$/,
    '  - name: "U"\n    columns: []\n',
  ],
  [
    '  - name: - U\n    columns: []\n',
    '-',
    /^A list can't begin on the line of its key\. Begin a new line, or put the text in quotes\.$/,
    '  - name: "- U"\n    columns: []\n',
  ],
  [
    '  - name: U\n    columns',
    'columns',
    /^A colon is missing after "columns"\.$/,
    '  - name: U\n    columns:',
  ],
  [
    '  - name:U\n    columns: []\n',
    'name:U\n    columns',
    /^A space is missing after the colon in "name:U"\.$/,
    '  - name: U\n    columns: []\n',
  ],
];

describe('A slip in YAML', () => {
  for (const [rest, place, message, fixed] of slips)
    it(`has one problem and a fix: ${JSON.stringify(rest)}`, async () => {
      const text = head + rest;
      const problems = await validateText(text, 'yaml', options);
      assert.deepEqual(
        problems.map((problem) => `${problem.code} ${pointedAt(text, problem)}`),
        [`syntax ${place}`],
      );
      assert.match(problems[0]?.message ?? '', message);
      const [first] = await quickFixesFor(new ParsedDocument(text, 'yaml'), options, () => true);
      assert.ok(first?.fix.kind === 'edit');
      assert.equal(applyEdit(text, first.fix.edit), head + fixed);
    });

  it('says which brackets a line belongs to that is not indented far enough', async () => {
    const text = `${head}  - name: U\n    columns: [\n  {name: a, dataType: bool}\n    ]\n`;
    const problems = await validateText(text, 'yaml', options);
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['This is part of the braces or brackets that begin on line 8. Indent it further than that line.'],
    );
  });

  it('says that no list is there for an item', async () => {
    const [problem, ...more] = await validateText('name: d\n- name: T\n', 'yaml', options);
    assert.match(problem?.message ?? '', /no key above it begins a list/);
    assert.equal(more.length, 0);
  });

  it('is one of several', async () => {
    const text = `${head}        - name: B\n      - name: C\n        dataType: a: b\n      - name: "D\n`;
    const lines = (await validateText(text, 'yaml', options)).map(({ range }) => range.start.line + 1);
    assert.deepEqual(lines, [7, 9, 10]);
  });
});

describe('A value in YAML', () => {
  for (const [text, message] of [
    [head.replace(' DateTime', ''), '"dataType" has no value. Add one.'],
    [head.replace('DateTime', '~'), '"dataType" must be a string, but its type is null.'],
    [head.replace('DateTime', '""'), /^The data type of this column is empty\. Choose one\./],
    [`${head}      -\n`, 'This column is empty. Add "name" and "dataType".'],
    [`${head}  -\n`, 'This table is empty. Add "name" and "columns".'],
    [
      `.common: &id {name: Id, dataType: bool}\n${head}      - *id\n`,
      '".common" is not known, and is sent to the service, too. Move its value and the anchor to where the first alias is, then remove it.',
    ],
    [`x-ids:\n  - &id {name: Id, dataType: bool}\n${head}      - *id\n`, /^"x-ids" is not known/],
  ] as const)
    it(`that is missing, empty, or only repeated is called so: ${message}`, async () => {
      const problems = await validateText(text, 'yaml', options);
      assert.equal(problems.length, 1);
      if (typeof message === 'string') assert.equal(problems[0]?.message, message);
      else assert.match(problems[0]?.message ?? '', message);
    });

  it('that is missing before a second document is the dataset', async () => {
    const [problem, second] = await validateText('---\n---\nname: d\ntables: []\n', 'yaml', options);
    assert.equal(problem?.message, 'The document is empty. A dataset needs a name and tables.');
    assert.match(second?.message ?? '', /can contain only one dataset/);
  });
});

const typed = [
  `# Sales
name: Sales # of the shop
tables:
  - name: Orders
    columns:
      - name: Id
        dataType: Int64
      - name: "Total: all"
        dataType: string # text
      - dataType: 'bool'
        name: It's
      - name: Placed on
        dataType: DateTime

  - name: Customers
    columns:
      - {name: Id, dataType: Int64}
      - {"name": "b, c", dataType: "string"}
      # more
      - name: Born
        dataType: DateTime
  - columns:
    - name: [
    name: Short
`.replace('    - name: [\n', '    - name: x\n      dataType: bool\n'),
  `name: Sales
tables: [
  {name: Orders, columns: [
    {name: Id, dataType: Int64}, # c
    {"name": "T, x", 'dataType': string}
  ]},
  # next
  {
    name: Customers,
    columns: [{ name: "Id", dataType: Int64 }]
  }
]
`,
];

/** The syntax problems of a text; a wrong type, or an empty name, at the place of one counts, too. */
async function causes(text: string): Promise<string[]> {
  const problems = await validateText(text, 'yaml', options);
  const syntax = problems.filter(({ code }) => code === 'syntax');
  const lines = new Set(syntax.map(({ range }) => range.start.line));
  const same = problems.filter(
    ({ code, range }) => (code === 'wrong-type' || code === 'empty-name') && lines.has(range.start.line),
  );
  return [...syntax, ...same].map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}

describe('YAML that is typed', () => {
  for (const [index, document] of typed.entries()) {
    it(`has at most one problem for what is not complete, ${index + 1}`, async () => {
      for (let length = 0; length <= document.length; length++) {
        const text = document.slice(0, length);
        const found = await causes(text);
        assert.ok(found.length <= 1, `${JSON.stringify(text)}\n${found.join('\n')}`);
      }
    });
  }

  it('has at most one where a line of a valid document is typed', async () => {
    const [document = ''] = typed;
    for (let length = 0; length <= document.length; length++) {
      const next = document.indexOf('\n', length);
      const text = `${document.slice(0, length)}${next < 0 ? '' : document.slice(next)}`;
      const found = await causes(text);
      assert.ok(found.length <= 1, `${JSON.stringify(text)}\n${found.join('\n')}`);
    }
  });
});
