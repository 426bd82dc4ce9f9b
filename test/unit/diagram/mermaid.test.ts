import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { caseCount } from '../../../scripts/testing/random-cases.ts';
import { layOut } from '../../../src/diagram/scene.ts';
import { sceneAsMermaid } from '../../../src/diagram/write-text.ts';
import { hostileDataset, hostileNames } from './hostile-names.ts';

interface Entity {
  readonly label: string;
  readonly alias: string;
  readonly attributes: readonly { readonly type: string; readonly name: string; readonly comment: string }[];
}

interface Mermaid {
  parse(text: string): Promise<unknown>;
  readonly mermaidAPI: { getDiagramFromText(text: string): Promise<{ readonly db: object }> };
}

/** Mermaid without the kinds of diagrams that make it large. It is a script, not a module. */
const script = await readFile('node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js', 'utf8');
const mermaid: Mermaid = runInThisContext(`${script}\nglobalThis.mermaid`);

/** Tables with `[type, name, comment]` of their columns, as Mermaid's own parser reads them. */
async function parsed(text: string) {
  // Makes the types of diagrams known, and reads directives and comments, too.
  await mermaid.parse(text);
  const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
  assert.ok('getEntities' in db && typeof db.getEntities === 'function');
  const entities: ReadonlyMap<string, Entity> = db.getEntities();
  return [...entities.values()].map(({ label, alias, attributes }) => ({
    name: decoded(alias || label),
    columns: attributes.map(({ type, name, comment }) => [type, name, decoded(comment)]),
  }));
}

/** What Mermaid makes of entity codes before it draws. */
function decoded(text: string): string {
  return text.replace(/ﬂ°°(\d+)¶ß/g, (_code, character) => String.fromCodePoint(Number(character)));
}

const mermaidOf = (dataset: unknown) => sceneAsMermaid(layOut(dataset));

describe('A Mermaid diagram', () => {
  it('has tables and columns as Mermaid reads them', async () => {
    const dataset = {
      tables: [
        { name: 'Order Lines', columns: [{ name: 'OrderID', dataType: 'Int64' }] },
        { name: 'Empty', columns: [] },
      ],
    };
    assert.equal(
      mermaidOf(dataset),
      'erDiagram\n  "Order Lines" {\n    Int64 OrderID\n  }\n  "Empty" {\n  }\n',
    );
    assert.deepEqual(await parsed(mermaidOf(dataset)), [
      { name: 'Order Lines', columns: [['Int64', 'OrderID', '']] },
      { name: 'Empty', columns: [] },
    ]);
  });

  it('has names and types that are not words in comments', async () => {
    const columns = [
      { name: 'Order Date', dataType: 'DateTime' },
      { name: 'Price', dataType: 'decimal(10,2)' },
      { name: 'Tax (%)', dataType: 'a b' },
      { name: 'PK', dataType: 'Int64' },
      { name: 'Untyped' },
    ];
    assert.deepEqual((await parsed(mermaidOf({ tables: [{ name: 'A', columns }] })))[0]?.columns, [
      ['DateTime', 'Order_Date', 'Order Date'],
      ['decimal_10_2', 'Price', 'decimal(10,2)'],
      ['a_b', 'Tax', 'Tax (%): a b'],
      ['Int64', '_PK', 'PK'],
      ['unknown', 'Untyped', ''],
    ]);
  });

  it('has separate entities for tables of the same name', async () => {
    const dataset = { tables: ['A', 'A', 'A 2', undefined].map((name) => ({ name, columns: [] })) };
    assert.deepEqual(
      (await parsed(mermaidOf(dataset))).map(({ name }) => name),
      ['A', 'A', 'A 2', '(unnamed)'],
    );
  });

  it('can be empty', async () => {
    assert.deepEqual(await parsed(mermaidOf({ tables: [] })), []);
  });

  it('shows hostile names as text only', async () => {
    const text = mermaidOf(hostileDataset);
    // Joiners in an emoji sequence are text.
    assert.doesNotMatch(text.replaceAll('👩\u200d👩\u200d👧', ''), /[<>`|\p{Cf}\p{Cs}]|%%|\r/u);
    const tables = await parsed(text);
    assert.equal(tables.length, hostileNames.length);
    for (const { columns } of tables) assert.equal(columns.length, hostileNames.length - 1);
    assert.ok(tables.some(({ name }) => name === '<img src=x onerror=alert(1)>'));
    assert.ok(tables.some(({ name }) => name === 'direction TB'));
    assert.ok(tables.some(({ columns }) => columns.some(([, , comment]) => comment?.startsWith('a~b~c'))));
  });

  it('can be parsed by Mermaid for any names', async () => {
    const name = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...'"\\`~%#{}[]:; TB_-*')),
    });
    await fc.assert(
      fc.asyncProperty(name, name, name, async (table, column, dataType) => {
        const tables = await parsed(
          mermaidOf({ tables: [{ name: table, columns: [{ name: column, dataType }] }] }),
        );
        assert.equal(tables.length, 1);
        assert.equal(tables[0]?.columns.length, 1);
      }),
      { numRuns: caseCount(300) },
    );
  });
});
