import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse, parseDocument } from 'yaml';
import { applyEdits } from '../../../../src/dataset/edits/text-edit.ts';
import { formatYaml } from '../../../../src/dataset/language/format-yaml.ts';

const style = { tabSize: 2, insertSpaces: true, eol: '\n' };

function formatted(text: string, changes: Partial<typeof style> = {}): string {
  return applyEdits(text, formatYaml(text, { ...style, ...changes }));
}

describe('formatYaml', () => {
  it('indents, sets spaces, and keeps one of several blank lines', () => {
    assert.equal(
      formatted(
        '# top\nname:    Sales   # n\n\n\n\ntables:\n- name:  Order # t\n  columns:\n  # before\n  - {name: A,dataType:   Int64}\n  -   name: B\n      dataType: bool   \n\n\n',
      ),
      '# top\nname: Sales # n\n\ntables:\n  - name: Order # t\n    columns:\n      # before\n      - {name: A, dataType: Int64}\n      - name: B\n        dataType: bool\n',
    );
  });

  it('keeps how values are written', () => {
    const values = [
      '"\\x41\\u202e"',
      "'it''s'",
      '12345678901234567890',
      '0x1F',
      '1.50',
      '~',
      'Null',
      '"yes"',
      'yes',
    ];
    for (const value of values) assert.equal(formatted(`a:   ${value}\n`), `a: ${value}\n`);
  });

  it('keeps blocks, anchors, aliases, and merged mappings', () => {
    const text = 'a: &x\n  b: |+\n    one\n     two\n\n  c: >-\n    some text\nd:\n  <<: *x\n  e: *x\n';
    assert.equal(formatted(text), text);
    assert.equal(formatted(text.replace('e: *x', 'e:   *x')), text);
  });

  it('keeps the lines of blocks and of texts in quotes', () => {
    for (const [value, expected] of [
      ['>\n      one\n      two\n\n      three', '>\n    one\n    two\n\n    three'],
      ['>-   # why\n      one\n        more\n      two', '>- # why\n    one\n      more\n    two'],
      ['|-\n      \tone\n      two', '|-\n    \tone\n    two'],
      ['|4-\n          one\n      two', '|2-\n        one\n    two'],
      ['&x !!str |\n      one', '&x !!str |\n    one'],
      ['"one\\n\\ntwo\\n"', '"one\\n\\ntwo\\n"'],
      ['"one\\n\\\n      \\ two\\n\\\n      three"', '"one\\n\\\n    \\ two\\n\\\n    three"'],
      ["'one\n\n      two'", "'one\n\n    two'"],
      ['one\n      two', 'one\n    two'],
      ['["one\n      two", a]', '["one\n    two", a]'],
      ['\n      # c\n      "one\n      two"', '\n    # c\n    "one\n    two"'],
    ]) {
      const text = `a:\n  b: ${expected?.replace(/^\n/, '\n')}\n`.replace('b: \n', 'b:\n');
      assert.equal(formatted(`a:\n  b:  ${value}\n`), text);
      assert.equal(formatted(text), text);
    }
    assert.equal(
      formatted('- -   |\n      a\n  -   b: >\n        x\n        y\n'),
      '- - |\n    a\n  - b: >\n      x\n      y\n',
    );
    assert.equal(
      formatted('a:   |\n   x\n\n\n\nb: |+\n   x\n\n\nc: 1\n'),
      'a: |\n  x\n\nb: |+\n  x\n\n\nc: 1\n',
    );
    assert.equal(formatted('a:   |+\n   x'), 'a: |+\n  x');
  });

  it('keeps the lines of any text of several lines, and changes nothing the second time', () => {
    const header = fc.tuple(
      fc.constantFrom('|', '>'),
      fc.constantFrom('', '', '4'),
      fc.constantFrom('', '-', '+'),
    );
    const line = fc.constantFrom(
      '',
      '',
      ' ',
      '  ',
      '\t',
      'a',
      ' a',
      '\tb',
      'two words',
      '# no comment',
      '- x',
      'k: v',
      'a\t',
    );
    const block = fc.tuple(header, fc.array(line, { minLength: 1, maxLength: 6 })).map(([parts, lines]) => {
      return [parts.join(''), ...lines.map((each) => (each === '' ? '' : `            ${each}`))].join('\n');
    });
    const part = fc.constantFrom(
      'a',
      'b c',
      '\\n',
      '\\\n        ',
      '\n        ',
      '\n\n     ',
      '\\ ',
      '#',
      'é',
    );
    const quoted = fc.array(part, { maxLength: 8 }).map((parts) => `"x${parts.join('')}"`);
    const before = fc.constantFrom('', '&x ', '!!str ', '&x !!str ');
    const place = fc.constantFrom('a:\n    b: ', '-   ', '- -   a: ', 'a:\n    - ', 'a:\n    -   b:  ');
    let changed = 0;
    fc.assert(
      fc.property(
        place,
        before,
        fc.oneof(block, quoted),
        fc.constantFrom('', '\n', '\n\n\n'),
        (key, props, value, end) => {
          const text = `${key}${props}${value}${end}`;
          fc.pre(parseDocument(text).errors.length === 0);
          const once = formatted(text);
          if (once !== text) changed++;
          assert.deepEqual(parse(once), parse(text), text);
          assert.deepEqual(linesOf(once), linesOf(text), text);
          assert.equal(formatted(once), once, text);
        },
      ),
    );
    assert.ok(changed > 8, `${changed}`);
  });

  it('uses the tab size and the line breaks of the editor', () => {
    assert.equal(
      formatted('a:\n  b:\n    c: 1\n', { tabSize: 4, eol: '\r\n' }),
      'a:\r\n    b:\r\n        c: 1\r\n',
    );
  });

  for (const [what, text, expected] of [
    [
      'items and their comments',
      'tables: [ # open\n      {name: T,   # t\n  columns:   []}, # c1\n\n\n # before\n {name: U, columns: []} # c3\n # end\n ]   # after\nname:   d\n',
      'tables: [ # open\n  {name: T,   # t\n    columns:   []}, # c1\n\n  # before\n  {name: U, columns: []} # c3\n  # end\n] # after\nname: d\n',
    ],
    [
      'brackets in an item, closed on one line',
      'tables:\n- {name: T, columns: [\n  {name: "]", dataType: Int64}, # ]\n  {name: b, dataType: Int64}\n  ]}\n',
      'tables:\n  - {name: T, columns: [\n      {name: "]", dataType: Int64}, # ]\n      {name: b, dataType: Int64}\n    ]}\n',
    ],
    [
      'brackets of a key, closed on one line',
      'a:\n    tables: [{name: T, columns: [\n      1\n        ]}]\n',
      'a:\n  tables: [{name: T, columns: [\n    1\n    ]}]\n',
    ],
    [
      'a document in braces',
      '{\n    name: d, # n\n\ttables: []\n    }\n',
      '{\n  name: d, # n\n  tables: []\n}\n',
    ],
    ['an anchor and a tag', 'a:   &x [\n 1\n ]\nb: *x\n', 'a: &x [\n  1\n]\nb: *x\n'],
  ] as const)
    it(`keeps the lines of braces and brackets, and indents them: ${what}`, () => {
      assert.equal(formatted(text), expected);
      assert.equal(formatted(expected), expected);
      assert.deepEqual(parse(formatted(text)), parse(text.replaceAll('\t', ' ')));
    });

  it('leaves a text with errors, or nothing to format, as it is', () => {
    for (const text of [
      'a: [1,\nb:   2\n',
      'a: b: c\n',
      'a: 1\n',
      '{"a": 1}\n',
      '',
      '# only\n',
      'a: \ue0000\ue000\nb:   1\n',
    ])
      assert.deepEqual(formatYaml(text, style), [], text);
  });

  it('keeps the value and all comments of any document, and changes nothing the second time', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const once = formatted(text);
        assert.deepEqual(parse(once), parse(text), text);
        assert.deepEqual(once.match(/#c\d+/g), text.match(/#c\d+/g), text);
        assert.equal(formatted(once), once, text);
      }),
    );
  });

  it('formats almost any document', () => {
    const refused = fc
      .sample(documents, 300)
      .filter((text) => formatted(`name:    x\n${text}`) === `name:    x\n${text}`);
    assert.ok(refused.length < 5, refused.join('\n---\n'));
  });
});

/** Lines with text, without what only sets them apart: white space, and how far a block is indented. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/ +/g, ' ')
        .replace(/(?<=[|>][-+]?)\d|\d(?=[-+]$)/, ''),
    )
    .filter((line) => line !== '');
}

const blanks = fc.constantFrom('', '', ' ', '   ');
const comment = fc.option(
  fc.nat(9).map((id) => ` #c${id}`),
  { nil: '', freq: 2 },
);
const scalar = fc.constantFrom(
  'A',
  '"a: #b"',
  "'c'",
  'two words',
  'false',
  '0x10',
  '1.0',
  '[a,b ,  c]',
  '{a: 1,b: }',
  '[\n  a, #\n  {b: 1} \n ]',
  '{a: [\n #\n  1,2\n  ], b: "}"}',
  '|\n  #\n  line\n    more\n',
  '>-\n  one\n  two\n\n  three\n',
  '"one\\n\\\n  two"',
  '',
);

/** A dataset with comments, blank lines and spaces at all places, indented by any number of columns. */
const documents = fc
  .record({
    tables: fc.array(
      fc.record({
        columns: fc.array(fc.record({ value: scalar, blanks, comment, before: comment, lines: fc.nat(3) }), {
          minLength: 1,
          maxLength: 3,
        }),
        comment,
        blanks,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    step: fc.integer({ min: 1, max: 4 }),
    sequence: fc.nat(3),
    last: comment,
  })
  .map(({ tables, step, sequence, last }) => {
    const lines = ['tables:'];
    const dash = ' '.repeat(sequence);
    const key = `${dash}  `;
    for (const table of tables) {
      lines.push(`${dash}- name:${table.blanks} T${table.comment}`, `${key}columns:${table.comment}`);
      const item = key + ' '.repeat(step);
      for (const column of table.columns) {
        if (column.before !== '') lines.push(item + column.before);
        lines.push(`${item}-${column.blanks} name:${column.blanks} N${column.comment}${column.blanks}`);
        const property = `${item} ${column.blanks} `;
        const value = column.value.replace('#', column.comment.trim()).replaceAll('\n', `\n${property}`);
        lines.push(`${property}value: ${value}`, ...Array<string>(column.lines).fill(''));
      }
    }
    return `${lines.join('\n')}\n${last.trim()}\n`;
  });
