import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { editDataset } from '../../../../src/dataset/edits/edit-dataset.ts';
import {
  addColumns,
  addTables,
  columnPath,
  type EditOperation,
  type Json,
  rename,
  setDataType,
  tablePath,
} from '../../../../src/dataset/edits/operation.ts';
import { applyEdits, inverseEdits, type TextEdit } from '../../../../src/dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import type { Path } from '../../../../src/dataset/problem.ts';

async function editsOf(
  text: string,
  format: DocumentFormat,
  operations: readonly EditOperation[],
): Promise<readonly TextEdit[]> {
  const result = await editDataset(new ParsedDocument(text, format), operations);
  if (!result.ok) {
    assert.fail(
      `${JSON.stringify(result.failure)} for ${JSON.stringify(operations)} in ${JSON.stringify(text)}`,
    );
  }
  return result.value;
}

async function edited(text: string, ...operations: readonly EditOperation[]): Promise<string> {
  const format = text.startsWith('{') ? 'json' : 'yaml';
  return applyEdits(text, await editsOf(text, format, operations));
}

async function failureOf(text: string, ...operations: readonly EditOperation[]): Promise<string> {
  const result = await editDataset(
    new ParsedDocument(text, /^[{[]/.test(text) ? 'json' : 'yaml'),
    operations,
  );
  return result.ok ? 'none' : result.failure.kind;
}

/** Inserts a copy after an item. */
function duplicate(from: Path, name: string): EditOperation {
  return { kind: 'copy', path: from.slice(0, -1), index: Number(from.at(-1)) + 1, copies: [{ from, name }] };
}

const id = { name: 'Id', dataType: 'Int64' };
const paid = { name: 'Paid', dataType: 'bool' };

describe('Editing JSON by its structure', () => {
  const indented = (...columns: object[]) =>
    JSON.stringify({ name: 'd', tables: [{ name: 'T', columns }] }, null, 2);
  const compact = (...columns: object[]) => JSON.stringify({ name: 'd', tables: [{ name: 'T', columns }] });

  it('renames and retypes in place', async () => {
    assert.equal(
      await edited(indented(id), rename([], 'e"'), rename(tablePath(0), 'U'), setDataType(0, 0, 'string')),
      indented({ ...id, dataType: 'string' })
        .replace('"d"', '"e\\""')
        .replace('"T"', '"U"'),
    );
  });

  for (const [layout, write] of [
    ['indented', indented],
    ['compact', compact],
    [
      'with tabs and CRLF',
      (...columns: object[]) =>
        indented(...columns)
          .replaceAll('  ', '\t')
          .replaceAll('\n', '\r\n'),
    ],
  ] as const) {
    it(`adds, moves, duplicates and removes columns of a document ${layout}`, async () => {
      assert.equal(await edited(write(), addColumns(0, [id, paid])), write(id, paid));
      assert.equal(await edited(write(paid), addColumns(0, [id], 0)), write(id, paid));
      assert.equal(await edited(write(id), addColumns(0, [paid])), write(id, paid));
      assert.equal(
        await edited(write(id, paid), { kind: 'move', path: columnPath(0, 0), to: 1 }),
        write(paid, id),
      );
      assert.equal(
        await edited(write(id, paid), { kind: 'move', path: columnPath(0, 1), to: 0 }),
        write(paid, id),
      );
      const copy = duplicate(columnPath(0, 0), 'Id2');
      assert.equal(await edited(write(id, paid), copy), write(id, { ...id, name: 'Id2' }, paid));
      assert.equal(await edited(write(id, paid), { kind: 'remove', path: columnPath(0, 0) }), write(paid));
      assert.equal(await edited(write(id, paid), { kind: 'remove', path: columnPath(0, 1) }), write(id));
      assert.equal(await edited(write(id), { kind: 'remove', path: columnPath(0, 0) }), write());
    });
  }

  it('adds columns to a table that has no list of them', async () => {
    assert.equal(
      await edited('{"name":"d","tables":[{"name":"T"}]}', addColumns(0, [id])),
      '{"name":"d","tables":[{"name":"T","columns":[{"name":"Id","dataType":"Int64"}]}]}',
    );
    assert.equal(
      await edited('{}', addTables([{ name: 'T', columns: [] }])),
      '{"tables": [{"name": "T", "columns": []}]}',
    );
  });

  it('writes a new column on one line if the other columns are', async () => {
    const text =
      '{\n  "tables": [\n    { "name": "T", "columns": [\n      { "name": "a", "dataType": "bool" }\n    ] }\n  ]\n}';
    assert.equal(
      await edited(text, addColumns(0, [id])),
      text.replace('"bool" }', '"bool" },\n      { "name": "Id", "dataType": "Int64" }'),
    );
  });

  it('writes each column of a new table on one line if those of the other tables are', async () => {
    const text =
      '{\n  "tables": [\n    {\n      "name": "T",\n      "columns": [\n        { "name": "a", "dataType": "bool" }\n      ]\n    }\n  ]\n}';
    const table = { name: 'U', columns: [id, { name: 'b', dataType: 'bool' }] };
    assert.match(
      await edited(text, addTables([table])),
      /\[\n {8}\{ "name": "Id", "dataType": "Int64" \},\n {8}\{ "name": "b", "dataType": "bool" \}\n {6}\]/,
    );
    const long = text.replace('{ "name": "a", "dataType": "bool" }', '{\n          "name": "a"\n        }');
    assert.match(await edited(long, addTables([table])), /"name": "Id",\n {10}"dataType"/);
    const inYaml = 'tables:\n  - name: T\n    columns:\n      - { name: a, dataType: bool }\n';
    assert.equal(
      await edited(inYaml, addTables([table])),
      `${inYaml}  - name: U\n    columns:\n      - { name: Id, dataType: Int64 }\n      - { name: b, dataType: bool }\n`,
    );
  });
});

describe('Editing a deeply nested document by its structure', () => {
  it('changes siblings of the nested value, or removes it', async () => {
    const text = `{"name":"d","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    assert.equal(await edited(text, rename([], 'e')), text.replace('"d"', '"e"'));
    assert.equal(await edited(text, { kind: 'remove', path: ['x'] }), '{"name":"d"}');
  });
});

describe('Editing YAML by its structure', () => {
  const yaml = `# sales
name: d # the name
tables:
  # master data
  - name: T
    columns:
      - name: Id # key
        dataType: Int64
      # when it was paid
      - {name: Paid, dataType: bool} # flag
    x: 1
  - name: U
    columns: [] # none yet
`;

  it('keeps comments and quotes', async () => {
    assert.equal(
      await edited(yaml, rename([], 'a: b'), rename(tablePath(1), 'V'), setDataType(0, 1, 'string')),
      yaml
        .replace('name: d', 'name: "a: b"')
        .replace('name: U', 'name: V')
        .replace('dataType: bool', 'dataType: string'),
    );
  });

  it('adds items in the layout of their siblings', async () => {
    assert.equal(
      await edited(yaml, addColumns(0, [id], 0)),
      yaml.replace('      - name: Id #', '      - name: Id\n        dataType: Int64\n      - name: Id #'),
    );
    assert.equal(
      await edited(yaml, addColumns(0, [{ name: 'a b', dataType: 'bool' }])),
      yaml.replace('# flag', '# flag\n      - {name: "a b", dataType: bool}'),
    );
    assert.equal(
      await edited(yaml, addColumns(1, [id])),
      yaml.replace(
        'columns: [] # none yet',
        'columns: # none yet\n      - name: Id\n        dataType: Int64',
      ),
    );
  });

  it('moves an item with its lines and the comment above it', async () => {
    assert.equal(
      await edited(yaml, { kind: 'move', path: columnPath(0, 1), to: 0 }),
      yaml.replace(
        /( {6}- name: Id.*)( {6}# when.*flag\n)/s,
        (_, first: string, second: string) => second + first,
      ),
    );
  });

  it('takes the comments above and below any item along, the first one included', async () => {
    const text = `tables:
  # all tables

  # about A
  # and more
  - name: A
    # end of A
  # about B
  - name: B
      # end of B

    # end of all tables
`;
    const swapped = await edited(text, { kind: 'move', path: tablePath(1), to: 0 });
    assert.equal(
      swapped,
      text.replace(/( {2}# about A.*end of A\n)(.*end of B\n)/s, (_, a: string, b: string) => b + a),
    );
    assert.equal(await edited(swapped, { kind: 'move', path: tablePath(0), to: 1 }), text);
    assert.equal(
      await edited(text, { kind: 'remove', path: tablePath(0) }),
      text.replace(/ {2}# about A.*end of A\n/s, ''),
    );
    const indentless = 'tables:\n# about A\n- name: A\n# about B\n- name: B\n';
    assert.equal(
      await edited(indentless, { kind: 'move', path: tablePath(0), to: 1 }),
      'tables:\n# about B\n- name: B\n# about A\n- name: A\n',
    );
  });

  it('copies an item from a list with dashes to one in brackets, and the reverse', async () => {
    const text =
      "tables:\n  - name: T\n    columns:\n      - name: 'a'\n        max: 1.10\n  - name: U\n    columns: [{name: b}]\n";
    const copy = (from: Path, table: number): EditOperation => ({
      kind: 'copy',
      path: [...tablePath(table), 'columns'],
      copies: [{ from }],
    });
    assert.equal(
      await edited(text, copy(columnPath(0, 0), 1)),
      text.replace('{name: b}', '{name: b}, {name: a, max: 1.1}'),
    );
    assert.equal(
      await edited(text, copy(columnPath(1, 0), 0)),
      text.replace('1.10\n', '1.10\n      - {name: b}\n'),
    );
  });

  it('removes all items and leaves an empty list', async () => {
    const text = 'name: d\ntables:\n- name: T\n  columns: []\n';
    assert.equal(await edited(text, { kind: 'remove', path: tablePath(0) }), 'name: d\ntables: []\n');
  });

  it('copies an item as it is written', async () => {
    assert.equal(
      await edited(yaml, duplicate(columnPath(0, 0), 'Id2')),
      yaml.replace('Int64\n', 'Int64\n      - name: Id2 # key\n        dataType: Int64\n'),
    );
  });
});

describe('Editing by structure is rejected', () => {
  it('for a YAML list in brackets with comments between its items, except for values in them', async () => {
    const text = 'tables: [\n  # about a\n  {name: a}, # after a\n  {name: b},\n]\n';
    const operations: EditOperation[] = [
      addTables([{ name: 'c' }]),
      duplicate(tablePath(0), 'a2'),
      { kind: 'move', path: tablePath(0), to: 1 },
      { kind: 'remove', path: tablePath(1) },
    ];
    for (const operation of operations) assert.equal(await failureOf(text, operation), 'unsupported-layout');
    assert.equal(await edited(text, rename(tablePath(1), 'c')), text.replace('name: b', 'name: c'));
  });

  it('for a document with syntax errors or without a value', async () => {
    assert.equal(await failureOf('{"name":}', rename([], 'x')), 'syntax-errors');
    assert.equal(await failureOf('name: "', rename([], 'x')), 'syntax-errors');
    assert.equal(await failureOf('', rename([], 'x')), 'syntax-errors');
  });

  it('for missing tables and columns', async () => {
    assert.equal(await failureOf('{"tables":[]}', rename(tablePath(0), 'x')), 'not-found');
    assert.equal(await failureOf('{"tables":[]}', addColumns(3, [id])), 'not-found');
    assert.equal(await failureOf('{"tables":[7]}', { kind: 'move', path: tablePath(0), to: 1 }), 'not-found');
  });

  it('for values of another type', async () => {
    assert.equal(await failureOf('{"tables":7}', addTables([id])), 'wrong-type');
    assert.equal(await failureOf('[7]', duplicate([0], 'x')), 'wrong-type');
  });

  it('if the path contains a duplicate property', async () => {
    assert.equal(await failureOf('{"name":"a","name":"b"}', rename([], 'x')), 'duplicate-key');
    assert.equal(
      await failureOf('{"tables":[],"tables":[{"name":"b"}]}', rename(tablePath(0), 'x')),
      'duplicate-key',
    );
  });

  it('if YAML anchors, aliases, tags or merge keys could change other places', async () => {
    for (const text of [
      'tables: [&t {name: a}, *t]',
      'x: &t {name: a}\ntables: [*t]',
      'x: &t {name: a}\ntables: [{<<: *t, columns: []}]',
      'tables: !!seq [{name: a}]',
      'tables: [{name: &n a}]',
    ]) {
      assert.equal(await failureOf(text, rename(tablePath(0), 'x')), 'shared', text);
    }
    assert.equal(
      await failureOf('tables: [{name: a, x: &y 1}]', { kind: 'remove', path: tablePath(0) }),
      'shared',
    );
  });

  it('only in these places, and not for other parts of such a document', async () => {
    const text = 'x: &t {name: a}\ntables: [{name: b}, *t]\n';
    assert.equal(await edited(text, rename(tablePath(0), 'c')), text.replace('{name: b}', '{name: c}'));
    assert.equal(
      await edited(text, { kind: 'set', path: tablePath(1), value: { name: 'd' } }),
      text.replace('*t', '{name: d}'),
    );
  });

  it('if the layout is too unusual', async () => {
    assert.equal(
      await failureOf('? name\n: d\n? x\n: 1\n', { kind: 'remove', path: ['x'] }),
      'unsupported-layout',
    );
  });

  it('as a whole if one operation is not possible', async () => {
    const result = await editDataset(new ParsedDocument('{"name":"d"}', 'json'), [
      rename([], 'x'),
      { kind: 'remove', path: ['y'] },
    ]);
    assert.deepEqual(result, { ok: false, failure: { kind: 'not-found', operation: 1, path: ['y'] } });
  });
});

const name = fc.oneof(
  fc.constantFrom(
    'a',
    'Orders',
    'a b',
    'é',
    'true',
    '7',
    'a: b',
    '#x',
    '- y',
    '',
    '"',
    "'",
    '\\',
    '[',
    'x # y',
  ),
  fc.string({ maxLength: 5, unit: 'binary' }),
);
const column = fc.record(
  {
    name,
    dataType: fc.constantFrom('Int64', 'bool', 'string'),
    note: fc.constantFrom<Json>(1, null, [], {}, ['x', { y: 1 }]),
  },
  { requiredKeys: ['name', 'dataType'] },
);
const table = fc.record(
  {
    name,
    columns: fc.array(column, { maxLength: 4 }),
    extra: fc.constantFrom<Json>({}, [1, 2], 'text', false),
  },
  { requiredKeys: ['name'] },
);
const dataset = fc.record({ name, tables: fc.array(table, { maxLength: 4 }) });

interface Table {
  readonly columns?: readonly object[];
}

/** An operation on a table or column, made possible for a dataset by taking indexes modulo lengths. */
const intent = fc.record({
  kind: fc.constantFrom(
    'rename',
    'retype',
    'add-table',
    'add-column',
    'remove',
    'move',
    'duplicate',
    'set',
    'unset',
  ),
  ofColumn: fc.boolean(),
  table: fc.nat(),
  column: fc.nat(),
  to: fc.nat(),
  name,
  newTable: table,
  newColumn: column,
});
type Intent = typeof intent extends fc.Arbitrary<infer Value> ? Value : never;

function operationFor({ tables }: { tables: readonly Table[] }, each: Intent): EditOperation | undefined {
  if (each.kind === 'add-table') return addTables([each.newTable], each.to % (tables.length + 1));
  const tableIndex = each.table % tables.length;
  const columns = tables[tableIndex]?.columns;
  if (tables.length === 0) return undefined;
  if (each.kind === 'add-column') {
    return addColumns(tableIndex, [each.newColumn], each.to % ((columns?.length ?? 0) + 1));
  }
  const hasColumn = columns !== undefined && columns.length > 0;
  const ofColumn = (each.ofColumn || each.kind === 'retype') && hasColumn;
  const columnIndex = hasColumn ? each.column % columns.length : 0;
  const path = ofColumn ? columnPath(tableIndex, columnIndex) : tablePath(tableIndex);
  const length = ofColumn ? (columns?.length ?? 0) : tables.length;
  switch (each.kind) {
    case 'rename':
      return rename(path, each.name);
    case 'retype':
      return ofColumn ? setDataType(tableIndex, columnIndex, each.name) : undefined;
    case 'remove':
      return { kind: 'remove', path };
    case 'move':
      return { kind: 'move', path, to: each.to % length };
    case 'duplicate':
      return duplicate(path, each.name);
    case 'set':
      return { kind: 'set', path: [...path, 'note'], value: { x: each.name, y: [each.to] } };
    default: {
      const owner: object | undefined = ofColumn ? columns?.[columnIndex] : tables[tableIndex];
      return owner !== undefined && 'note' in owner ? { kind: 'remove', path: [...path, 'note'] } : undefined;
    }
  }
}

/** The same operation on the value. Written for the test, as plainly as possible. */
function applyToValue(value: unknown, operation: EditOperation): void {
  const ofList = operation.kind === 'insert' || operation.kind === 'copy';
  const step = operation.path.at(-1) ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: any value of a document
  let parent: any = value;
  for (const each of operation.path.slice(0, -1)) parent = parent[each];
  if (ofList) parent[step] ??= [];
  const list = ofList ? parent[step] : parent;
  if (operation.kind === 'set') parent[step] = operation.value;
  else if (operation.kind === 'insert') list.splice(operation.index ?? list.length, 0, ...operation.values);
  else if (operation.kind === 'remove') {
    if (Array.isArray(parent)) parent.splice(Number(step), 1);
    else delete parent[step];
  } else if (operation.kind === 'move') parent.splice(operation.to, 0, ...parent.splice(Number(step), 1));
  else
    for (const { from, name } of operation.copies)
      list.splice(operation.index, 0, { ...structuredClone(list[Number(from.at(-1))]), name });
}

const lineBreak = fc.constantFrom('\n', '\r\n');
const jsonLayout = fc.tuple(fc.constantFrom('', ' ', '  ', '\t'), lineBreak).map(
  ([indent, eol]) =>
    (value: unknown) =>
      JSON.stringify(value, null, indent).replaceAll('\n', eol),
);
const yamlLayout = fc
  .record({
    collectionStyle: fc.constantFrom('any' as const, 'flow' as const),
    indentSeq: fc.boolean(),
    eol: lineBreak,
    comments: fc.array(fc.nat(40), { maxLength: 5 }),
    ends: fc.boolean(),
  })
  .map(({ comments, eol, ends, ...style }) => (value: unknown) => {
    const lines = stringify(value, { ...style, lineWidth: 0, aliasDuplicateObjects: false })
      .trimEnd()
      .split('\n');
    const ending = ends ? '\n' : '';
    const plain = `${lines.join('\n')}${ending}`;
    for (const at of comments) {
      const line = at % (lines.length + 1);
      const indent = /^[ -]*/.exec(lines[line] ?? '')?.[0].length ?? 0;
      if (at % 2 === 0) lines.splice(line, 0, `${' '.repeat(indent)}# comment ${at}`);
      else if (line < lines.length) lines[line] += ` # comment ${at}`;
    }
    const commented = `${lines.join('\n')}${ending}`;
    // Within a string over several lines it would be no comment.
    return (means(commented, value) ? commented : plain).replaceAll('\n', eol);
  });

function means(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(parse(text), value);
  } catch {
    return false;
  }
}

for (const format of ['json', 'yaml'] as const) {
  describe(`any edits of any ${format} document`, () => {
    const read = format === 'json' ? JSON.parse : (text: string) => parse(text);
    const documents = fc
      .tuple(dataset, format === 'json' ? jsonLayout : yamlLayout)
      .map(([value, write]) => ({ value, text: write(value) }))
      // The yaml package writes some strings in a way that it doesn't read itself.
      .filter(({ value, text }) => format === 'json' || means(text, value))
      .map(({ text }) => text);

    it('change the text as they change its value, and can be undone', async () => {
      await fc.assert(
        fc.asyncProperty(
          documents,
          fc.array(intent, { minLength: 1, maxLength: 5 }),
          async (text, intents) => {
            const value = read(text);
            const operations: EditOperation[] = [];
            for (const each of intents) {
              const operation = operationFor(value, each);
              if (operation === undefined) continue;
              operations.push(operation);
              applyToValue(value, structuredClone(operation));
            }
            const edits = await editsOf(text, format, operations);
            const result = applyEdits(text, edits);
            assert.deepEqual(read(result), value, JSON.stringify({ text, result, operations }));
            assert.equal(applyEdits(result, inverseEdits(text, edits)), text);
          },
        ),
        { numRuns: caseCount(format === 'json' ? 1000 : 300) },
      );
    });

    it('remove several items of a list from back to front', async () => {
      await fc.assert(
        fc.asyncProperty(documents, fc.array(fc.nat(12)), async (text, indexes) => {
          const value = read(text);
          const columns: unknown[] | undefined = value.tables[0]?.columns;
          const removed = [...new Set(indexes)].filter((index) => index < (columns?.length ?? 0));
          const operations = removed
            .sort((a, b) => b - a)
            .map((index): EditOperation => ({ kind: 'remove', path: columnPath(0, index) }));
          for (const operation of operations) applyToValue(value, operation);
          const result = applyEdits(text, await editsOf(text, format, operations));
          assert.deepEqual(read(result), value, JSON.stringify({ text, result, operations }));
        }),
        { numRuns: caseCount(300) },
      );
    });

    it('do not change other tables, line breaks and comments', async () => {
      await fc.assert(
        fc.asyncProperty(documents, intent, async (text, each) => {
          const operation = operationFor(read(text), each);
          if (operation === undefined) return;
          const result = applyEdits(text, await editsOf(text, format, [operation]));
          const breaks = new Set(text.match(/\r\n|\r|\n/g));
          for (const used of result.match(/\r\n|\r|\n/g) ?? [])
            assert.ok(breaks.size === 0 || breaks.has(used));
          // What is removed or replaced takes its comments along.
          if (operation.kind === 'remove' || each.kind === 'set') return;
          for (const [comment] of text.matchAll(/# comment \d+/g))
            assert.ok(result.includes(comment), comment);
        }),
        { numRuns: caseCount(300) },
      );
    });
  });
}
