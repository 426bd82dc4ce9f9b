import assert from 'node:assert/strict';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { inferTable, tryInfer, typesOf } from '../infer-text.ts';

/** The types of the columns, the number of rows, and the notes. */
async function answer(...args: Parameters<typeof inferTable>) {
  const table = await inferTable(...args);
  return [typesOf(table).join(), table.rows, table.notes] as const;
}

const sales = 'Region,Q1,Q2\nNorth,1,2.5\nSouth,3,4\nEast,5,6\n';
const salesTypes = 'Region:string,Q1:Int64,Q2:Double';
const prices = 'Item,Price\na,1.5\nb,2\n';
const skipped = (lines: string) => `The file has another table, which was skipped: lines ${lines}.`;

describe('Of tables below each other', () => {
  it('the largest is read, and the lines of the others are noted', async () => {
    for (const lineBreak of ['\n', '\r\n', '\r'])
      for (const chunkSize of [1 << 20, 1, 5]) {
        const read = (text: string) => answer(text.replaceAll('\n', lineBreak), { chunkSize });
        assert.deepEqual(await read(`${sales}\n${prices}`), [salesTypes, 3, [skipped('6-8')]]);
        assert.deepEqual(await read(`${sales}\n\n \nPrices\n\n${prices}`), [
          salesTypes,
          3,
          [skipped('10-12')],
        ]);
        assert.deepEqual(await read(`id,unit,n\n1,kg,2\n\n${sales}`), [salesTypes, 3, [skipped('1-2')]]);
      }
  });

  it('the first may have fewer columns, or begin below a title', async () => {
    const wide = 'Region,Q1,Q2,Q3\nNorth,1,2,3\nSouth,4,5,6\n';
    assert.deepEqual(await answer(`${sales}West,7,8\n\n${wide}`), [salesTypes, 4, [skipped('7-9')]]);
    assert.deepEqual(await answer(`Sales\n\n${sales}\n${wide}`), [
      salesTypes,
      3,
      ['1 line before the table was skipped: "Sales".', skipped('8-10')],
    ]);
  });

  it('one may have other names above values of the same types', async () => {
    const codes = 'x,y,z\n1,2,3\n';
    const numbers = 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n';
    const types = 'a:Int64,b:Int64,c:Int64';
    assert.deepEqual(await answer(`${numbers}\n${codes}`), [types, 3, [skipped('6-7')]]);
    assert.deepEqual(await answer(`Table 1\n${numbers}\nTable 2\n${codes}`), [
      types,
      3,
      ['1 line before the table was skipped: "Table 1".', skipped('8-9')],
    ]);
  });

  it('the first is found where the other one has most records', async () => {
    const [types, rows] = await answer(
      `Table 1\nRegion,Q1,Q2,Q3,Q4\nN,1,2,3,4\nS,5,6,7,8\n\nTable 2\n${prices}`,
    );
    assert.deepEqual([types, rows], ['Region:string,Q1:Int64,Q2:Int64,Q3:Int64,Q4:Int64', 2]);
  });

  it('one with two columns above a larger one is read as lines before it: it may be facts about it', async () => {
    const [types, , notes] = await answer(`Station,Berlin\nLatitude,52.5\n\n${sales}`);
    assert.deepEqual(
      [types, notes],
      [salesTypes, ['2 lines before the table were skipped: "Station,Berlin", "Latitude,52.5".']],
    );
  });

  it('one may share a name with the one above, or have only texts in other columns', async () => {
    const regions = 'Region,Sales\nNorth,1\nSouth,2\nEast,3\n';
    assert.deepEqual(await answer(`${regions}\nProduct,Sales\na,4\nb,5\n`), [
      'Region:string,Sales:Int64',
      3,
      [skipped('6-8')],
    ]);
    const [types, rows, notes] = await answer(`${sales}\ncode,meaning\nA,good\nB,bad\nC,fair\n`);
    assert.deepEqual([types, rows, notes], [salesTypes, 3, [skipped('6-9')]]);
  });

  it('one is read whose header is named', async () => {
    const text = `${sales}\n${prices}\nk,v,w\n1,2,3\n4,5,6\n7,8,9\n`;
    assert.deepEqual(await answer(text, { headerRow: 6 }), [
      'Item:string,Price:Double',
      2,
      [skipped('10-13')],
    ]);
    const [, , notes] = await answer(text);
    assert.deepEqual(notes, ['The file has 2 other tables, which were skipped: lines 6-8, 10-13.']);
  });

  it('those far down in a long file are found, and rows are counted from their own headers', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `${row},"a\nb",${row}.5\n`).join('');
    const [types, count, notes] = await answer(`${prices}\nid,name,n\n${rows}\n${prices}`);
    assert.deepEqual([types, count], ['id:Int64,name:string,n:Double', 30_000]);
    assert.deepEqual(
      notes.at(-1),
      'The file has 2 other tables, which were skipped: lines 1-3, 60007-60009.',
    );
  });
});

describe('A record that is equal to the header', () => {
  it('is none of the data, nor is the title above it', async () => {
    for (const chunkSize of [1 << 20, 1, 5]) {
      const one = '1 line that repeats the header was skipped, before row 4.';
      assert.deepEqual(await answer(`${sales}${sales}`, { chunkSize }), [salesTypes, 6, [one]]);
      assert.deepEqual(await answer(`${sales}\n${sales}`, { chunkSize }), [salesTypes, 6, [one]]);
      const [types, rows, notes] = await answer(`Sales,,\n${sales},,\nReturns,,\n${sales}`, { chunkSize });
      assert.deepEqual([types, rows], [salesTypes, 6]);
      assert.match(notes[1] ?? '', /^2 lines that repeat the header, or a title above it, were skipped/);
    }
  });

  it('is data if its names are the same, as in a file of one text', async () => {
    assert.equal((await inferTable('x,x\nx,x\nx,x\n')).rows, 2);
  });
});

describe('Records without values', () => {
  it('are blank, with and without delimiters, spaces and quotes', async () => {
    for (const blank of ['', ',,', ' , ,', '"","",""', '\t'])
      for (const chunkSize of [1 << 20, 1, 3]) {
        const [types, rows] = await answer(`Region,Q1,Q2\nN,1,2.5\n${blank}\nS,3,4\n${blank}\n`, {
          chunkSize,
        });
        assert.deepEqual([types, rows], [salesTypes, 2], blank);
        const tables = await answer(`${sales}${blank}\nItem,Price,\na,1.5,\nb,2,\n`, { chunkSize });
        assert.deepEqual(tables, [salesTypes, 3, [skipped('6-8')]], blank);
      }
  });
});

describe('A table that begins right below another one', () => {
  it('is another one if it has more names, and the one with most rows is read', async () => {
    const names = 'Minister,Date,Organisation,Purpose,,';
    const upper = Array.from(
      { length: 9 },
      (_, row) => `${row % 3 === 0 ? 'Roe,2024-01-02' : ','},Org ${row},Talks,,\n`,
    );
    const lower = Array.from({ length: 4 }, (_, row) => `Roe,2024-02-03,Ulm,${row},${row}.5,Talks\n`);
    const text = `${names}\n${upper.join('')}Minister,Start,Place,Count,Cost,Purpose\n${lower.join('')}`;
    for (const chunkSize of [1 << 20, 7])
      assert.deepEqual(await answer(text, { chunkSize }), [
        'Minister:string,Date:DateTime,Organisation:string,Purpose:string',
        9,
        [skipped('11-15')],
      ]);
  });
});

describe('Blank lines within one table', () => {
  const tables: readonly (readonly [title: string, text: string, rows: number])[] = [
    ['rows', `${sales}\nWest,7,8\nMid,9,1\n`, 5],
    ['names of groups', `${sales}\nWest,,\nA,3,4\nB,5,6\n`, 6],
    ['short rows', 'a,b,c\n1,x,2\n2,y\n3,z,4\n\nx,y\nz,w\nu,v\n', 6],
    ['a sum', `${sales}\nSum,9,12.5\n`, 4],
    ['lines of a source', `${sales}\nSource: x\nNote: y, z\n`, 5],
    ['texts in a column that has some', 'a,b\nx,1\ny,late\n\nz,late\nw,3\nv,4\n', 5],
  ];
  for (const [title, text, rows] of tables)
    it(`begin no table before ${title}`, async () => {
      const table = await inferTable(text);
      assert.equal(table.rows, rows);
      assert.ok(!table.notes.join().includes('skipped'), table.notes.join());
    });

  it('are many without much work', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `name ${row},text\n\n`).join('');
    assert.equal((await inferTable(`a,b\n${rows}`)).rows, 20_000);
  });
});

describe('The size of chunks', () => {
  const line = fc.constantFrom(
    'a,b',
    'x,y,z',
    'k,v',
    'x,1',
    'y,2',
    '1,2,3',
    'p,2.5,q',
    'Title',
    '',
    '',
    '"a',
    '# c',
  );
  const text = fc
    .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'))
    .map(([lines, lineBreak]) => lines.join(lineBreak));

  it('changes nothing about several tables', () =>
    fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 30 }), async (content, chunkSize) =>
        assert.deepEqual(
          await tryInfer(content, { chunkSize, leastStep: 1, delimiter: ',' }),
          await tryInfer(content, { leastStep: 1 << 20, delimiter: ',' }),
        ),
      ),
      { numRuns: caseCount(1000) },
    ));
});
