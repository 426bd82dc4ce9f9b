import assert from 'node:assert/strict';
import { inferTable, typesOf } from '../infer-text.ts';

const types = async (...args: Parameters<typeof inferTable>) => typesOf(await inferTable(...args));
const notes = async (...args: Parameters<typeof inferTable>) => (await inferTable(...args)).notes;

/** As a bank exports its turnovers. */
const bank = [
  'Account statement',
  'Account;DE02120300000000202051',
  'From;2024-01-01;To;2024-01-31',
  '',
  'Date;Payee;Amount;Currency;Balance',
  '2024-01-02;Baker, Miller & Co.;-12,30;EUR;1200,00',
  '2024-01-03;Grocer;-45,10;EUR;1154,90',
  '2024-01-05;Salary;2500,00;EUR;3654,90',
  '',
].join('\r\n');

const bankTypes = ['Date:DateTime', 'Payee:string', 'Amount:Double', 'Currency:string', 'Balance:Double'];

describe('Lines before a table', () => {
  it('are skipped, and reported with their text', async () => {
    const table = await inferTable(bank);
    assert.deepEqual(typesOf(table), bankTypes);
    assert.equal(table.rows, 3);
    assert.deepEqual(table.notes, [
      '3 lines before the table were skipped: "Account statement", "Account;DE02120300000000202051", "From;2024-01-01;To;2024-01-31".',
    ]);
  });

  it('do not decide the delimiter', async () => {
    const text =
      'Population, by region, in thousands, 2024\n\nregion;women;men\nNorth;12;13\nSouth;14;15\nEast;7;8\n';
    assert.deepEqual(await types(text), ['region:string', 'women:Int64', 'men:Int64']);
  });

  it('can be comments with delimiters', async () => {
    const text = '# made by a, b, c, d\n# on a day\nid,name,n\n1,x,2\n2,y,3\n3,z,4\n';
    assert.deepEqual(await types(text), ['id:Int64', 'name:string', 'n:Int64']);
  });

  it('can have as many delimiters as the table, as spreadsheets write them', async () => {
    const text = 'Sales report,,,\n,,,\nRegion,Q1,Q2,Q3\nNorth,1,2,3\nSouth,4,5,6\n';
    const table = await inferTable(text);
    assert.deepEqual(typesOf(table), ['Region:string', 'Q1:Int64', 'Q2:Int64', 'Q3:Int64']);
    assert.match(table.notes.join(), /^1 line before the table was skipped: "Sales report,,,"\.$/);
  });

  it('can be skipped by hand, by their number or by the line of the header', async () => {
    for (const options of [{ skip: 4 }, { headerRow: 5 }]) {
      const table = await inferTable(bank, options);
      assert.deepEqual(typesOf(table), bankTypes);
      assert.deepEqual(table.notes, []);
    }
    assert.deepEqual(await types('x\r\n1,2\r\n3,4\r\n', { skip: 1, header: false }), [
      'Column1:Int64',
      'Column2:Int64',
    ]);
    assert.deepEqual(await types('a\n1,2\n3,4\n', { headerRow: 2 }), ['1:Int64', '2:Int64']);
  });

  it('are none in a ragged table, nor in a list of texts with commas', async () => {
    assert.equal((await inferTable('1,2\n3,4,5\n6,7,8\n9,10,11\n')).rows, 4);
    assert.deepEqual(await types('name\nDoe, Jane\nRoe, Richard\nMiles, Ann\n'), ['name:string']);
  });
});

describe('A header', () => {
  it('may contain numbers and dates where they are no values of their columns', async () => {
    assert.deepEqual(await types('a,b,2011,c\n1,2,x,4\n2,3,y,5\n'), [
      'a:Int64',
      'b:Int64',
      '2011:string',
      'c:Int64',
    ]);
    assert.deepEqual(await types('region,2024-01-31,2024-02-29\nA,1.5,2.5\nB,3,4\n'), [
      'region:string',
      '2024-01-31:Double',
      '2024-02-29:Double',
    ]);
  });

  it('may contain years in steps beside a text, which is noted', async () => {
    for (const [header, row] of [
      ['Country,2020,2021', 'DE,83.2,83.1'],
      ['district,2020', 'A,12'],
      ['Country,1990,2000,2010', 'FR,1,2,3'],
      ['Country,1991,1992,1994', 'FR,1,2,3'],
    ] as const) {
      const table = await inferTable(`${header}\n${row}\n${row}\n`);
      assert.equal(table.columns.map(({ name }) => name).join(), header);
      assert.match(table.notes.join(), /used as the header, because its years or dates follow each other/);
    }
  });

  it('is absent if the first record fits the columns, which is noted', async () => {
    const lives = 'Curie,1867,1934\nHawking,1942,2018\nAnn,1990,\n';
    for (const text of ['Germany,2020\nFrance,2021\nSpain,2020\n', 'x,1,2\ny,3,4\n', '1,x,3\n2,y,6\n', lives])
      assert.deepEqual(
        [(await inferTable(text)).columns[0]?.name, await notes(text)],
        ['Column1', ['The first record was read as data, because its values fit the columns below.']],
        text,
      );
    assert.deepEqual(await notes('1,2\n3,4\n', { header: false }), []);
  });

  it('may have no name for the first column, as R and pandas write row names', async () => {
    const table = await inferTable('"speed" "dist"\n"Audi" 4 2\n"BMW" 4 10\n'.replaceAll(' ', '\t'));
    assert.deepEqual(typesOf(table), ['Column1:string', 'speed:Int64', 'dist:Int64']);
    assert.deepEqual(table.notes, [
      'The header has one name fewer than the rows have fields, so the first column has no name.',
    ]);
    assert.equal(table.columns[0]?.sourceName, null);
    // A delimiter at the end of each line is none.
    assert.deepEqual(await types('a,b\n1,2,\n3,4,\n'), ['a:Int64', 'b:Int64']);
  });
});

/** Files as people have them, and the names that their columns have. */
const cases: readonly (readonly [title: string, text: string, names: string])[] = [
  [
    'lists in quotes, where rows omit trailing fields',
    `"id","tags","ok","why"\n${'"1","a;b","x"\n"2","c;d","x","y"\n"3","e;f"\n'.repeat(8)}`,
    'id,tags,ok,why',
  ],
  [
    'lists without quotes, where rows omit trailing fields',
    `id,tags,n,why\n${'1,a|b,3\n2,c|d,4,y\n3,c|d,4,z\n'.repeat(5)}`,
    'id,tags,n,why',
  ],
  [
    'lists without quotes, where most rows omit a trailing field',
    `link,tags,year,other\n${'x,a;b,2001\ny,c;d,2002\nz,e;f,2003,v\n'.repeat(4)}`,
    'link,tags,year,other',
  ],
  [
    'a title above lists, where rows omit trailing fields, and a source below',
    `Survey of 2024\nid,tags,year,why\n${'1,a;b;c,2001\n2,c;d;e,2002\n3,c;d;e,2003,v\n'.repeat(4)}\nSource: us, 2024\n`,
    'id,tags,year,why',
  ],
  [
    'a delimiter at the end of each line beside lists, where rows omit trailing fields',
    `id,tags,year,why,\n${'1,a;b;c,2001,\n2,c;d;e,2002,\n3,c;d;e,2003,v,\n'.repeat(4)}`,
    'id,tags,year,why',
  ],
  ['empty fields beyond the header', 'a,b\n1,2,,\n3,4,,\n5,6,,\n', 'a,b'],
  ['empty fields beyond the header in some rows', 'a,b\n1,2,,\n3,4\n5,6,,\n7,8\n', 'a,b'],
  [
    'a title with a comma',
    'Survey of 2024\nall districts, as of May\n\ndistrict,total\nNorth,1\nSouth,2\nEast,3\n',
    'district,total',
  ],
  [
    'a title with a comma over texts',
    'Survey of 2024\nall districts, as of May\n\ndistrict,mayor\nNorth,Ann\nSouth,Bo\nEast,Cy\n',
    'district,mayor',
  ],
  [
    'a title with as many commas as the table has',
    'Population, by town, 2024\n\ncost,Year,place\n$4,2018,Kyiv\n$5,2015,Ulm\n',
    'cost,Year,place',
  ],
  [
    'facts above a table as wide',
    'Created,2024-01-02\nBy,Ann\n\nshare,rate\n12%,83.26\n16%,76.67\n',
    'share,rate',
  ],
  ['a title above two columns of texts', 'My data\nplace\tcode\nUlm\tA100\nKyiv\tA101\n', 'place,code'],
  ['a title with a delimiter above two columns', 'Report;\ndelta;url\n-14;x\n43;y\n', 'delta,url'],
  [
    'comments with as many fields as the table',
    '# source: a, b\n#\n# more, on Monday\nyear,rating\n2008,\n2007,4\n',
    'year,rating',
  ],
  ['years that are not in steps', 'id,2015,2016,2018\n1,2,3,4\n2,3,4,5\n', 'id,2015,2016,2018'],
  ['numbers', 'n,10,20,50\n1,2,3,4\n2,3,4,5\n', 'n,10,20,50'],
  ['dates that are not in steps', 'x,2024-01-31,2024-02-05\nA,1,2\nB,3,4\n', 'x,2024-01-31,2024-02-05'],
  ['a year over texts', 'district,2020\nA,low\nB,high\n', 'district,2020'],
  [
    'a title with delimiters over texts',
    'All towns,,\ntown,mayor,party\nX,Ann,A\nY,Bo,B\n',
    'town,mayor,party',
  ],
  [
    'groups of columns',
    ',Men,,Women,\ndistrict,n,share,n,share\nA,1,1.5,2,2.5\nB,3,3.5,4,4.5\n',
    'district,Men n,Men share,Women n,Women share',
  ],
  [
    'names above gaps, and an empty record below',
    'district,2020,,2021,\n,n,share,n,share\n,,,,\nA,1,1.5,2,2.5\nB,3,3.5,4,4.5\n',
    'district,2020 n,2020 share,2021 n,2021 share',
  ],
  [
    'three records',
    'x,2020,,,\n,Men,,Women,\n,n,share,n,share\nA,1,1.5,2,2.5\nB,3,3.5,4,4.5\n',
    'x,2020 Men n,2020 Men share,2020 Women n,2020 Women share',
  ],
  [
    'groups of columns whose names are repeated, as pandas writes them',
    ',Men,Men,Women,Women\ndistrict,n,share,n,share\nA,1,1.5,2,2.5\nB,3,3.5,4,4.5\n',
    'district,Men n,Men share,Women n,Women share',
  ],
  [
    'three records, of which the second repeats its names',
    ',2020,,2021,\n,Men,Women,Men,Women\ndistrict,n,n,n,n\nA,1,2,3,4\nB,5,6,7,8\n',
    'district,2020 Men n,2020 Women n,2021 Men n,2021 Women n',
  ],
  [
    'notes side by side above the names',
    'Made by many,,\nfor,,you\nat,,home\nor,,work\nname,age,born\nAnn,31,2001-02-03\nBo,22,2002-03-04\nthe,end,\n',
    'name,age,born',
  ],
  ['a title above rows that omit trailing fields', 'Report\n\na,b,c\n1,2\n3,4\n5,6,7\n', 'a,b,c'],
  [
    'groups of columns and a delimiter at the end of each line',
    ',Men,,Women,,\ndistrict,n,share,n,share,\nA,1,1.5,2,2.5,\nB,3,3.5,4,4.5,\n',
    'district,Men n,Men share,Women n,Women share',
  ],
  [
    'a title as wide as the table above groups whose names are repeated',
    'Survey,,,,\n,Men,Men,Women,Women\ndistrict,n,share,n,share\nA,1,1.5,2,2.5\nB,3,3.5,4,4.5\n',
    'district,Men n,Men share,Women n,Women share',
  ],
  ['a blank line and a row of units', 'name,n,weight\n\n,kg,kg\nA,1,2\nB,2,3\n', 'name,n,weight'],
  ['comments with one field fewer than the table', '# on Monday, by us\na,b,c\nx,y,z\nv,w,u\n', 'a,b,c'],
  ['a number sign before the first name', '#id,name\n1,x\n2,y\n', '#id,name'],
  [
    'labels and values',
    'Store:,North\nCount:,7\nName,Units,Price\nPen,5,1.5\nInk,7,2.5\n',
    'Name,Units,Price',
  ],
  [
    'labels and values that are padded to the width of the table',
    `Balance,100.50,,\nAs of,2026-01-31,,\nSKU,Name,Units,Price\n${'A1,Pen,5,1.5\n'.repeat(9)}`,
    'SKU,Name,Units,Price',
  ],
  [
    'labels below each other that are no names of groups',
    'Holder:,Jane Roe,,\nNo,7654321,,\n,,,\nday,text,units,total\n2024-01-02,x,1,1.5\n2024-01-03,y,2,2.5\n',
    'day,text,units,total',
  ],
  [
    'one label above texts',
    'Konto;DE12;;\nshop;town;owner;state\nN;Ulm;Ann;open\nS;Bonn;Bo;shut\n',
    'shop,town,owner,state',
  ],
  ['a line of dashes below the names', 'id,name\n--,----\n1,x\n2,y\n', 'id,name'],
  ['columns without a name or a value', 'id,,name,,\n1,,x,,\n2,,y,,\n', 'id,name'],
  ['a row of units', 'name,weight\n,kg\nA,1\nB,2\n', 'name,weight'],
];

describe('The header and the delimiter', () => {
  for (const [title, text, names] of cases)
    it(`are found in a file with ${title}`, async () => {
      for (const chunkSize of [1 << 20, 7]) {
        const { columns } = await inferTable(text, { chunkSize });
        assert.equal(columns.map(({ name }) => name).join(), names);
      }
    });

  it('are found where the header is longer than the bytes that are read first', async () => {
    const names = Array.from({ length: 9000 }, (_, index) => (index === 0 ? 'id' : String(index + 100_000)));
    const row = names.map((_, index) => index).join();
    const { columns } = await inferTable(`${names.join()}\n${row}\n${row}\n`);
    assert.deepEqual([columns[0]?.name, columns[8999]?.name], ['id', '108999']);
  });
});

describe('Lines that begin with #', () => {
  it('are comments among records that are all of the same width', async () => {
    for (const lineBreak of ['\n', '\r\n', '\r'])
      for (const chunkSize of [1 << 20, 5]) {
        const lines = ['id,n', '1,2', '# checked', '3,4', '#', '5,6', '7,8', '# the end, for now'];
        const table = await inferTable(lines.join(lineBreak), { chunkSize });
        assert.deepEqual([typesOf(table), table.rows], [['id:Int64', 'n:Int64'], 4]);
        assert.deepEqual(table.notes, [
          '3 lines that begin with # were skipped as comments, first before these rows: 2, 3, 5.',
        ]);
      }
  });

  it('are records if they are as wide as the others, or if others are not of the same width', async () => {
    for (const text of ['id,n\n#1,2\n#3,4\n5,6\n', 'id,n\n1,2\n# x\n3\n5,6\n7,8\n9,1\n'])
      assert.equal((await inferTable(text)).rows, text.split('\n').length - 2, text);
  });
});

describe('The width of a ragged table without a header', () => {
  it('is that of most records', async () => {
    const { columns } = await inferTable('1,2\n3,4,5\n6,7,8\n9,10,11\n', { header: false });
    assert.equal(columns.length, 3);
    assert.equal((await inferTable('1,2,3,4\n5,6\n7,8\n', { header: false })).columns.length, 2);
  });
});
