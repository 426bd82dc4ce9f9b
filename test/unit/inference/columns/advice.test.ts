import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { InferredTable } from '../../../../src/inference/inferred-table.ts';
import { noteChoices } from '../../../../src/inference/notes.ts';
import type { ReadingChoices } from '../../../../src/inference/source.ts';
import { inferTable, type TextOptions, tryInfer } from '../infer-text.ts';

const numbered = (rows: number, other: unknown, cellOf: (row: number) => unknown = (row) => row) =>
  Array.from({ length: rows }, (_, index) => (index === 56 ? other : cellOf(index)));
const csv = (...columns: readonly (readonly unknown[])[]) =>
  [
    columns.map((_, index) => `c${index}`),
    ...(columns[0] ?? []).map((_, row) => columns.map((each) => each[row])),
  ]
    .map((row) => `${row.join(';')}\n`)
    .join('');
const json = (values: readonly unknown[]) => JSON.stringify(values.map((amount) => ({ amount })));
const tableOf = async (content: string, options: TextOptions = {}): Promise<InferredTable> => {
  const result = await tryInfer(content, options);
  assert.ok(result.ok);
  const [table] = result.value;
  assert.ok(table);
  return table;
};
const dayOf = (row: number) => `2026-01-${String((row % 28) + 1).padStart(2, '0')}`;

describe('Why a column is a string', () => {
  const half = (row: number) => row + 0.5;
  const cases: readonly (readonly [string, unknown, (row: number) => unknown, string])[] = [
    ['true among integers', 'true', (row) => row, 'Int64'],
    ['an integer among dates', 45000, dayOf, 'DateTime'],
    ['a date without separators among dates', 20260101, dayOf, 'DateTime'],
    ['1 among true and false', 1, (row) => row % 2 === 0, 'bool'],
    ['a date among fractions', '2026-01-01', half, 'Double'],
    ['a point among decimal commas', '57.5', (row) => `${row},25`, 'Double'],
    ['a comma among decimal points', '57,5', (row) => `${row}.25`, 'Double'],
    ['a text among integers', 'void', (row) => row, 'Int64'],
    ['a date among integers', '2026-01-01', (row) => row, 'Int64'],
    ['yes among integers', 'yes', (row) => row, 'Int64'],
  ];
  for (const [name, other, cellOf, type] of cases)
    it(`is said for ${name}`, async () => {
      const { notes } = await inferTable(csv(numbered(200, other, cellOf), numbered(200, 7)));
      assert.deepEqual(notes, [`c0 would be ${type} but for 1 value: ${other} (row 57).`]);
    });

  it('counts different texts, however often they occur', async () => {
    const column = Array.from({ length: 11_000 }, (_, row) => (row % 300 === 0 ? 'void' : row));
    const { notes } = await inferTable(
      csv(
        column,
        column.map((_, row) => row),
      ),
      { leastStep: 4096 },
    );
    assert.deepEqual(notes, ['c0 would be Int64 but for 37 values: void (first in row 1).']);
  });

  it('names infinities and zero dates, which are texts for missing values', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => row);
    const { notes } = await inferTable(
      csv(
        rows.map((row) => (row % 3 === 0 ? '0000-00-00' : dayOf(row))),
        rows.map((row) => (row % 3 === 0 ? 'Inf' : row % 3 === 1 ? '-Inf' : row + 0.5)),
        rows,
      ),
    );
    assert.deepEqual(notes, [
      '2 columns would have narrower data types if the following counted as empty: 0000-00-00, Inf, -Inf.',
    ]);
  });
});

describe('Advice about a column', () => {
  it('never proposes a value as empty that has a digit, or that means true or false', async () => {
    for (const other of ['57.5-', '−5', '<5', '57.5*', '٥', 'true', 'yes', 'WAHR', 'vrai'])
      for (const cellOf of [(row: number) => row + 0.5, dayOf, (row: number) => row % 2 === 0]) {
        const { notes, columns } = await tableOf(csv(numbered(200, other, cellOf), numbered(200, 7)));
        const all = [...notes, ...columns.flatMap((column) => column.notes)];
        assert.deepEqual(all.flatMap(noteChoices), [], other);
      }
  });

  it('says of a number, a date or a boolean in JSON that it is stored as text', async () => {
    for (const [other, cellOf, type] of [
      ['57.5', (row: number) => row + 0.5, 'Double'],
      ['70', (row: number) => row, 'Int64'],
      ['true', (row: number) => row % 2 === 0, 'bool'],
    ] as const) {
      const table = await tableOf(json(numbered(200, other, cellOf)), { fileName: 'data.json' });
      assert.deepEqual(table.notes.flatMap(noteChoices), []);
      const { notes } = await inferTable(json(numbered(200, other, cellOf)), { fileName: 'data.json' });
      assert.deepEqual(notes, [
        `amount would be ${type} but for 1 value: ${other} (row 57). It is stored as text.`,
      ]);
    }
  });

  it('takes no part of rows with too few or too many fields, which are named first', async () => {
    for (const [broken, width] of [
      ['499,405\t00:04:30\tx', 'missing'],
      ['499,405\tsoon\tlate\t5\t7', 'surplus'],
    ]) {
      const rows = Array.from({ length: 1000 }, (_, row) =>
        row === 499 ? broken : `${row}\t${row % 2 === 0}\t${dayOf(row)}\t${row}.5`,
      );
      const table = await tableOf(`event_id\tactive\tday\tprice\n${rows.join('\n')}\n`, {
        fileName: 'a.tsv',
      });
      const all = [...table.notes, ...table.columns.flatMap(({ notes }) => notes)];
      assert.deepEqual(all.flatMap(noteChoices), [], width);
      assert.equal(all[0]?.kind, `${width}-fields`);
      assert.ok(all.some((note) => note.kind === 'odd-rows' && note.row === 500));
    }
  });

  const others = fc.constantFrom(
    ...[
      'void',
      '*****',
      'n.a.',
      'closed',
      '57.5-',
      '5-',
      '−5',
      '<5',
      '007',
      '1,234',
      '1.234,5',
      '5%',
      'true',
      'no',
    ],
    ...[
      '45000',
      '20260101',
      '2026-01-01',
      '31/12/2025',
      '31.12.25',
      '.5',
      '5.',
      'Inf',
      'NaN',
      '-',
      'N/A',
      '0000-00-00',
    ],
    ...['WAHR', '1e5', '12345678901234567890', '10:00', 'Müller 5', '½', '٥'],
  );
  const common = fc.constantFrom<(row: number) => unknown>(
    (row) => row,
    (row) => row + 0.25,
    (row) => `${row},25`,
    (row) => `${(row % 9) + 1},234.5`,
    (row) => `${(row % 9) + 1}.234,5`,
    dayOf,
    (row) => `${(row % 27) + 1}/12/2025`,
    (row) => `${(row % 27) + 1}.12.25`,
    (row) => row % 2 === 0,
  );
  const column = fc.record({ cellOf: common, rare: fc.array(others, { maxLength: 2 }) });

  it('never makes a value with a digit empty, and leads to the data type that it promises, whatever the note', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 3 }), async (columns) => {
        const cells = columns.map(({ cellOf, rare }) =>
          Array.from({ length: 220 }, (_, row) => rare[[31, 77].indexOf(row)] ?? cellOf(row)),
        );
        const content = csv(...cells, cells[0]?.map((_, row) => row) ?? []);
        const before = await tableOf(content, { header: true, delimiter: ';' });
        for (const note of before.notes) {
          if (note.kind !== 'few-texts' && note.kind !== 'missing-texts') continue;
          for (const choice of noteChoices(note)) {
            for (const text of choice.nulls ?? []) assert.doesNotMatch(text, /[1-9½٥]/);
            // With what the column's own notes propose; of two readings the first.
            const isOf = ({ name }: { readonly name: string }) =>
              note.kind === 'missing-texts' || name === note.column;
            const own = before.columns
              .filter(isOf)
              .flatMap(({ notes }) => notes.flatMap((each) => noteChoices(each).slice(0, 1)));
            const reading: ReadingChoices = Object.assign({}, ...own, choice);
            const after = await tableOf(content, { header: true, delimiter: ';', ...reading });
            if (note.kind === 'few-texts')
              assert.equal(after.columns.find(isOf)?.type, note.type, note.texts.join());
          }
        }
      }),
    );
  });
});
