import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { editDataset } from '../../../src/dataset/edits/edit-dataset.ts';
import { applyEdits } from '../../../src/dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { operationToAdd, paste, textOfItems } from '../../../src/designer/clipboard.ts';
import type { Item } from '../../../src/designer/design.ts';
import { type DesignChange, freeNamesIn, operationsOf } from '../../../src/designer/design-change.ts';
import { readDesign } from '../../../src/designer/read-design.ts';

const json = `{
  "name": "Sales",
  "tables": [
    {
      "name": "Order",
      "columns": [
        { "name": "id", "dataType": "Int64" },
        {
          "name": "paid",
          "dataType": "bool"
        }
      ]
    },
    { "name": "Line", "columns": [] }
  ]
}
`;

const yaml = `name: Sales
tables:
  - name: Order
    columns:
      - name: id # the key
        dataType: Int64
      - { name: paid, dataType: bool }
`;

async function copied(text: string, format: 'json' | 'yaml', ...items: readonly Item[]): Promise<string> {
  return textOfItems(new ParsedDocument(text, format), items);
}

async function pasted(clipboard: string, item: Item, text = json, format: 'json' | 'yaml' = 'json') {
  const result = await paste(new ParsedDocument(text, format), clipboard, item, '  ');
  if (!result.ok) assert.fail(result.failure.kind);
  return { text: applyEdits(text, result.value.edits), first: result.value.first };
}

async function failureOf(clipboard: string, item: Item = [0]): Promise<string> {
  const result = await paste(new ParsedDocument(json, 'json'), clipboard, item, '  ');
  return result.ok ? 'none' : result.failure.kind;
}

describe('Copying in the designer', () => {
  it('copies the text of an item without the indentation of its surroundings', async () => {
    assert.equal(await copied(json, 'json', [0, 0]), '{ "name": "id", "dataType": "Int64" }');
    assert.equal(await copied(json, 'json', [0, 1]), '{\n  "name": "paid",\n  "dataType": "bool"\n}');
  });

  it('copies YAML as an item of a list, with its comments', async () => {
    assert.equal(await copied(yaml, 'yaml', [0, 0]), '- name: id # the key\n  dataType: Int64');
    assert.equal(await copied(yaml, 'yaml', [0, 1]), '- { name: paid, dataType: bool }');
    assert.equal(
      await copied(yaml.replace(/^( +)- \{/m, '$1# a flag\n$&'), 'yaml', [0, 1]),
      '# a flag\n- { name: paid, dataType: bool }',
    );
    assert.match(await copied(yaml, 'yaml', [0]), /^- name: Order\n {2}columns:\n {4}- name: id # the key\n/);
  });

  it('copies what can be pasted', async () => {
    for (const [text, format] of [
      [json, 'json'],
      [yaml, 'yaml'],
    ] as const)
      for (const item of [[], [0], [0, 0], [0, 1]] as const)
        assert.equal((await pasted(await copied(text, format, item), [0])).first.length, item.length || 1);
  });
});

describe('Pasting in the designer', () => {
  it('adds columns below a column, or at the end of a table, with names that are free', async () => {
    const column = '{ "name": "ID", "dataType": "Int64", "description": "kept" },';
    const below = await pasted(column, [0, 0]);
    assert.deepEqual(below.first, [0, 1]);
    assert.deepEqual(JSON.parse(below.text).tables[0].columns[1], {
      name: 'ID2',
      dataType: 'Int64',
      description: 'kept',
    });
    const atEnd = await pasted(`${column}\n${column}`, [0]);
    assert.deepEqual(
      JSON.parse(atEnd.text).tables[0].columns.map(({ name }: { name: string }) => name),
      ['id', 'paid', 'ID2', 'ID3'],
    );
  });

  it('adds tables after the active one, or at the end', async () => {
    const table = '{ "name": "Order", "columns": [] }';
    assert.deepEqual((await pasted(table, [0, 1])).first, [1]);
    assert.deepEqual((await pasted(table, [])).first, [2]);
    const { text } = await pasted(json, [0]);
    assert.deepEqual(
      JSON.parse(text).tables.map(({ name }: { name: string }) => name),
      ['Order', 'Order2', 'Line2', 'Line'],
    );
  });

  it('makes YAML of JSON, and the reverse', async () => {
    const { text } = await pasted('{ "name": "note", "dataType": "string" }', [0, 0], yaml, 'yaml');
    // As its neighbors are written.
    assert.equal(text, yaml.replace('Int64\n', 'Int64\n      - { name: note, dataType: string }\n'));
    assert.match((await pasted('- name: a\n  dataType: string\n', [1])).text, /"name": "a"/);
  });

  it('keeps the spelling of numbers in JSON, and the values of numbers in YAML', async () => {
    const column = '{ "name": "n", "dataType": "Int64", "max": 123456789.50, "step": [1.10, 1E2] }';
    assert.ok((await pasted(column, [0, 0])).text.includes(column));
    const inYaml = (await pasted(column, [0, 0], yaml, 'yaml')).text;
    assert.match(inYaml, /max: 123456789\.5, step: \[1\.1, 100\]/);
    assert.match((await pasted('- {name: n, max: +7, mask: 0x1F}', [0])).text, /"max": 7,\s*"mask": 31/);
  });

  it('keeps comments and quotes of YAML', async () => {
    const column = '# what was paid\n- name: \'amount\' # net\n  dataType: "Decimal"\n  # in euro';
    const { text } = await pasted(column, [0, 0], yaml, 'yaml');
    assert.equal(text, yaml.replace('Int64\n', `Int64\n${column.replaceAll(/^/gm, '      ')}\n`));
    assert.equal(await copied(text, 'yaml', [0, 1]), column);
  });

  for (const text of [
    '',
    'Hello',
    '[]',
    '{}',
    '[{ "name": "a" }, 1]',
    '[{"name":"a","columns":[]},{"name":"b"}]',
    '{',
  ])
    it(`finds nothing in ${JSON.stringify(text)}`, async () =>
      assert.equal(await failureOf(text), 'no-items'));

  it('pastes several items that were copied from a YAML list in brackets', async () => {
    const text = 'tables:\n  - name: T\n    columns: [{ name: a }, { name: b }] # all\n';
    const clipboard = await copied(text, 'yaml', [0, 0], [0, 1]);
    assert.equal(clipboard, '- { name: a }\n- { name: b }');
    assert.equal(
      (await pasted(clipboard, [0], text, 'yaml')).text,
      text.replace('b }', 'b }, { name: a2 }, { name: b2 }'),
    );
  });

  it('reads no text that takes long', async () => {
    assert.equal(await failureOf('['.repeat(3_000_000)), 'too-long');
    assert.equal(await failureOf('- name: a\n'.repeat(15_000)), 'too-long');
    assert.equal(await failureOf('['.repeat(50_000)), 'no-items');
  });

  it('names any number of columns of one name in linear time', () => {
    // Trying all numbers again for each name would take 200 million attempts.
    const names = freeNamesIn([{ name: 'A' }], Array(20_000).fill('a'));
    assert.deepEqual([names[0], names.at(-1), new Set(names).size], ['a2', 'a20001', 20_000]);
  });

  it('has no place for columns outside of a table', async () => {
    assert.equal(await failureOf('{ "name": "a" }', []), 'no-table');
  });

  it('adds columns to the only table, where the dataset is selected', async () => {
    const text = 'tables:\n  - name: T\n    columns: [{ name: a }]\n';
    const { first, text: changed } = await pasted('{ "name": "a" }', [], text, 'yaml');
    assert.deepEqual(first, [0, 1]);
    assert.match(changed, /\{ name: a \}, .*a2/);
  });

  it('refuses text with anchors, which could mean something else here', async () => {
    assert.equal(await failureOf('- name: a\n  x: &y 1\n'), 'shared');
  });
});

describe('Copied cells in the designer', () => {
  const table = { name: 'Cells', columns: [{ name: 'ID', dataType: 'Int64' }] };

  it('become columns where a table is, and a table elsewhere, with names that are free', async () => {
    const { design } = await readDesign(new ParsedDocument(json, 'json'));
    const column = { name: 'ID2', dataType: 'Int64' };
    assert.deepEqual(operationToAdd('columns', [table], [0, 0], design), {
      operation: { kind: 'insert', path: ['tables', 0, 'columns'], index: 1, values: [column] },
      first: [0, 1],
      count: 1,
    });
    assert.deepEqual(operationToAdd('tables', [table], [], design), {
      operation: { kind: 'insert', path: ['tables'], index: 2, values: [table] },
      first: [2],
      count: 1,
    });
  });

  it('become tables after the one that is selected', async () => {
    const { design } = await readDesign(new ParsedDocument(json, 'json'));
    assert.deepEqual(operationToAdd('tables', [table, { ...table, name: 'Line' }], [0, 0], design), {
      operation: {
        kind: 'insert',
        path: ['tables'],
        index: 1,
        values: [table, { ...table, name: 'Line2' }],
      },
      first: [1],
      count: 2,
    });
  });
});

describe('The text of an item, with its comments', () => {
  const columnInLines = (name: string) => `      # about ${name}
      - name: '${name}' # key of ${name}
        dataType: Int64
        max: 123456789.50
        step: 1.10
        # end of ${name}
`;
  const columnInBraces = (name: string) => `{ name: '${name}', dataType: Int64, step: 1.10 }`;
  const columnAfterDash = (name: string) => `      # about ${name}
      - ${columnInBraces(name)} # after ${name}
`;
  const inDashes = (column: typeof columnInLines) => (columns: readonly string[]) =>
    `\n${columns.map(column).join('')}`;
  const names = [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
    ['g', 'h', 'i'],
  ];
  const document = (...lists: readonly ((columns: readonly string[]) => string)[]) => `# the file
name: D
tables:
${names
  .map(
    (columns, index) => `  # table ${index}
  - name: "T${index}"
    columns:${lists[index % lists.length]?.(columns)}`,
  )
  .join('')}`;

  /** The lines between the comments above a column and after it, apart from dashes and commas. */
  const items = (text: string) => {
    const found = text.matchAll(/^ *# about (\w+)\n(?: *# .*\n)*? *(?:.*\n)*?.*# (?:end of|after) \1$/gm);
    return [...found].map(([item]) => lines(item).join('\n')).sort();
  };
  const lines = (text: string) =>
    text.split('\n').map((line) => line.replace(/^ +(?:- )?/, '').replace(/\},(?= #|$)/, '}'));

  const move = fc.record({
    kind: fc.constantFrom('move', 'move-table', 'cut'),
    from: fc.tuple(fc.nat(), fc.nat()),
    to: fc.tuple(fc.nat(), fc.nat()),
  });

  for (const [layout, source] of [
    ['with dashes', document(inDashes(columnInLines))],
    ['with dashes and braces', document(inDashes(columnAfterDash), inDashes(columnInLines))],
  ] as const)
    it(`survives any sequence of moves, cuts and pastes in lists ${layout}`, async () => {
      const expected = items(source);
      assert.equal(expected.length, 9);
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 10 }), async (moves) => {
          let text = source;
          for (const { kind, from, to } of moves) {
            const { design } = await readDesign(new ParsedDocument(text, 'yaml'));
            const fromTable = from[0] % 3;
            const toTable = to[0] % 3;
            const count = design.tables[fromTable]?.columns.length ?? 0;
            const apply = async (change: DesignChange) => {
              const current = new ParsedDocument(text, 'yaml');
              const edits = await editDataset(
                current,
                operationsOf(change, (await readDesign(current)).design),
              );
              if (!edits.ok) assert.fail(edits.failure.kind);
              text = applyEdits(text, edits.value);
            };
            if (kind === 'move-table') {
              await apply({ kind: 'move', items: [[fromTable]], to: [toTable] });
              continue;
            }
            // A list that becomes empty is written differently.
            if (count < 2) continue;
            const item = [fromTable, from[1] % count] as const;
            if (kind === 'move') {
              const places = (design.tables[toTable]?.columns.length ?? 0) + (fromTable === toTable ? 0 : 1);
              await apply({ kind: 'move', items: [item], to: [toTable, to[1] % places] });
            } else {
              const clipboard = await copied(text, 'yaml', item);
              await apply({ kind: 'remove', items: [item] });
              const columns = (await readDesign(new ParsedDocument(text, 'yaml'))).design.tables[toTable]
                ?.columns;
              const place = to[1] % ((columns?.length ?? 0) + 1);
              text = (await pasted(clipboard, place === 0 ? [toTable] : [toTable, place - 1], text, 'yaml'))
                .text;
            }
          }
          assert.deepEqual(items(text), expected);
          assert.deepEqual(lines(text).sort(), lines(source).sort(), text);
        }),
        { numRuns: caseCount(25) },
      );
    });
});
