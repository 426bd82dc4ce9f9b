import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import type { DocumentFormat } from '../../../../src/dataset/dataset.ts';
import { type OutlineEntry, outline, selections } from '../../../../src/dataset/language/structure.ts';
import { ParsedDocument } from '../../../../src/dataset/parsed-document.ts';
import { noRuleSettings } from '../../../../src/dataset/rules/settings.ts';
import { mutatedDocument } from '../documents.ts';
import { columns } from '../marked.ts';

/** Each table with its columns, as `Product(ProductID: Int64, …)`. */
async function outlined(text: string, format: DocumentFormat = 'json'): Promise<string[]> {
  const entries = await outline(new ParsedDocument(text, format));
  return entries.map(({ label, children }) => `${label}(${children.map((each) => each.label).join(', ')})`);
}

describe('The outline', () => {
  const json = columns('{"name":"ProductID","dataType":"Int64"}', '{"name":"Name","dataType":"string"}');
  const yaml =
    'name: d\ntables:\n  - name: T # all\n    columns:\n      - name: ProductID\n        dataType: Int64\n      - {name: Name, dataType: string}\n';

  it('names tables and columns', async () => {
    assert.deepEqual(await outlined(json), ['T(ProductID: Int64, Name: string)']);
    assert.deepEqual(await outlined(yaml, 'yaml'), ['T(ProductID: Int64, Name: string)']);
  });

  it('points at the names', async () => {
    for (const [text, format] of [
      [json, 'json'],
      [yaml, 'yaml'],
    ] as const) {
      const [table] = await outline(new ParsedDocument(text, format));
      const names = [table, ...(table?.children ?? [])].map((entry) =>
        text.slice(entry?.nameSpan.start, entry?.nameSpan.end).replaceAll('"', ''),
      );
      assert.deepEqual(names, ['T', 'ProductID', 'Name']);
    }
  });

  it('begins a table at its name, if that comes first', async () => {
    const spans = async (text: string) =>
      (await outline(new ParsedDocument(text, 'json'))).map(({ span }) => text[span.start]);
    assert.deepEqual(await spans('{"tables":[{\n"name":"T","columns":[]}]}'), ['"']);
    assert.deepEqual(await spans('{"tables":[{\n"columns":[],"name":"T"}]}'), ['{']);
  });

  it('marks items without a name', async () => {
    assert.deepEqual(
      await outlined('{"tables":[{"columns":[{"dataType":"bool"},{"name":" "},{"name":7}]}]}'),
      ['(unnamed)((unnamed): bool, (unnamed), (unnamed))'],
    );
  });

  it('shows invisible characters', async () => {
    assert.deepEqual(await outlined('{"tables":[{"name":"a\\u202eb"}]}'), ['a\\u202eb()']);
  });

  it('continues after syntax errors', async () => {
    assert.deepEqual(
      await outlined(
        '{"name" "d", tables: [ {"name":"A" "columns":[{"name":"x","dataType":},], {"name":"B", columns:[{"name":"y"',
      ),
      ['A(x)', 'B(y)'],
    );
    assert.deepEqual(
      await outlined(
        'name: d\ntables:\n  - name: A\n    columns:\n      - name: x\n      - name: "y\n',
        'yaml',
      ),
      ['A(x, y)'],
    );
  });

  it('is empty if there are no tables and columns', async () => {
    for (const text of ['', '7', '[]', '{}', '{"tables":7}', '{"tables":[[],7,null]}']) {
      assert.deepEqual(await outlined(text), [], text);
      assert.deepEqual(await outlined(text, 'yaml'), [], text);
    }
  });

  for (const format of ['json', 'yaml'] as const) {
    it(`has names within spans, and children within tables, in any ${format} text`, async () => {
      const check = (entry: OutlineEntry): void => {
        const { span, nameSpan, label, children } = entry;
        assert.ok(label !== '' && span.start <= nameSpan.start && nameSpan.end <= span.end);
        for (const child of children) {
          assert.ok(span.start <= child.span.start && child.span.end <= span.end);
          check(child);
        }
      };
      await fc.assert(
        fc.asyncProperty(mutatedDocument(format), async (text) => {
          (await outline(new ParsedDocument(text, format))).forEach(check);
        }),
        { numRuns: caseCount(200) },
      );
    });
  }
});

describe('Expanding the selection', () => {
  async function grown(marked: string, format: DocumentFormat = 'json'): Promise<string[]> {
    const text = marked.replace('¦', '');
    const [spans] = await selections(new ParsedDocument(text, format), noRuleSettings, {
      offsets: [marked.indexOf('¦')],
    });
    return (spans ?? []).map(({ start, end }) => text.slice(start, end));
  }

  it('goes from a word to its string, its property, the content of the object, and the object', async () => {
    assert.deepEqual(await grown('[{ "name": "a¦b" }]'), [
      'ab',
      '"ab"',
      '"name": "ab"',
      ' "name": "ab" ',
      '{ "name": "ab" }',
      '[{ "name": "ab" }]',
    ]);
  });

  it('goes from a key to its property', async () => {
    assert.deepEqual((await grown('{ "na¦me": 7 }')).slice(0, 3), ['name', '"name"', '"name": 7']);
  });

  it('supports YAML blocks', async () => {
    assert.deepEqual(await grown('tables:\n  - name: a¦b\n    columns: []\n', 'yaml'), [
      'ab',
      'name: ab',
      'name: ab\n    columns: []',
      '- name: ab\n    columns: []',
      'tables:\n  - name: ab\n    columns: []',
    ]);
  });

  for (const format of ['json', 'yaml'] as const) {
    it(`always grows and contains the cursor, in any ${format} text`, async () => {
      await fc.assert(
        fc.asyncProperty(mutatedDocument(format), fc.nat(), async (text, number) => {
          const offset = number % (text.length + 1);
          const [spans = []] = await selections(new ParsedDocument(text, format), noRuleSettings, {
            offsets: [offset],
          });
          spans.forEach(({ start, end }, index) => {
            const before = spans[index - 1] ?? { start: offset, end: offset };
            assert.ok(start <= before.start && before.end <= end && end - start > before.end - before.start);
          });
        }),
        { numRuns: caseCount(200) },
      );
    });
  }
});
