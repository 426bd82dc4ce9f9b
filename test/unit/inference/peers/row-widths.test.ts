import assert from 'node:assert/strict';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { caseCount, someOf } from '../../../../scripts/testing/random-cases.ts';
import { mutatedFiles } from '../delimited/mutated-files.ts';
import { DataFolder } from '../formats/infer-file.ts';
import { tryInfer } from '../infer-text.ts';

interface File {
  readonly text: string;
  readonly delimiter: string;
  readonly lineBreak: string;
  readonly names: readonly string[];
}

interface RandomFile extends File {
  /** Rows whose surplus fields are all empty. */
  readonly emptySurplus: number;
}

const field = fc.constantFrom(
  '1',
  '2.5',
  'x',
  '',
  'b c',
  '"q"',
  '"a, b; c"',
  '"two\nlines"',
  '"say ""hi"""',
  '""',
  '#7',
);

/** Rows of which some have fewer fields than the header, or more, empty ones among them. */
const randomFile = fc
  .record({
    width: fc.integer({ min: 2, max: 6 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    isEnded: fc.boolean(),
  })
  .chain(({ width, delimiter, lineBreak, isEnded }) => {
    const row = (length: number) =>
      // The first field shows that the line is not blank.
      fc.array(field, { minLength: length - 1, maxLength: length - 1 }).map((rest) => ['7', ...rest]);
    const anyRow = fc.oneof(
      { arbitrary: row(width), weight: 8 },
      { arbitrary: fc.integer({ min: 1, max: width + 3 }).chain(row), weight: 1 },
      { arbitrary: row(width).map((fields) => [...fields, '']), weight: 1 },
      { arbitrary: fc.constant([]), weight: 1 },
    );
    return fc.array(anyRow, { minLength: 5, maxLength: 40 }).map((rows): RandomFile => {
      const names = Array.from({ length: width }, (_, index) => `c${index}`);
      const lines = [names, ...rows].map((fields) => fields.join(delimiter).replaceAll('\n', lineBreak));
      const emptySurplus = rows.filter(
        (fields) =>
          fields.length > width && fields.slice(width).every((each) => each === '' || each === '""'),
      ).length;
      const text = lines.join(lineBreak) + (isEnded ? lineBreak : '');
      return { text, delimiter, lineBreak, names, emptySurplus };
    });
  });

/** Changes after which we mean to differ from DuckDB, by the decision that says so. */
const intendedDifferences = {
  'empty surplus fields are counted, as a warning': [
    'a delimiter at the end of each line',
    'empty fields in all rows',
    'empty fields in some rows',
  ],
  'what is above or below the table, and comments, are skipped data and no rows': [
    'a title with a comma',
    'another, smaller table below',
    'comments among the records',
    'comments before the header',
    'facts before the header',
    'titles above two tables',
  ],
};

describe('DuckDB that rejects rows of the wrong width', function () {
  this.timeout(120_000);
  let connection: DuckDBConnection;
  let folder: DataFolder;
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    folder = new DataFolder();
  });
  after(() => {
    connection.closeSync();
    folder.remove();
  });

  async function query(sql: string): Promise<readonly unknown[][]> {
    return (await connection.runAndReadAll(sql)).getRows();
  }

  /** The lines of the rows that DuckDB rejects. Its own numbers of lines don't count line breaks in quotes. */
  async function rejected({ text, delimiter, lineBreak, names }: File): Promise<number[]> {
    const path = folder.write('t.csv', text);
    const columns = names.map((name) => `'${name.replaceAll("'", "''")}': 'VARCHAR'`).join();
    const newLine = lineBreak === '\n' ? '\\n' : '\\r\\n';
    await query(
      `from read_csv('${path}', auto_detect = false, delim = '${delimiter}', quote = '"', escape = '"',
       comment = '', new_line = '${newLine}', header = true, columns = {${columns}}, null_padding = false,
       ignore_errors = true, store_rejects = true)`,
    );
    const errors = await query(
      'select distinct line_byte_position from reject_errors order by line_byte_position',
    );
    await query('drop table reject_errors; drop table reject_scans');
    const bytes = Buffer.from(text);
    return errors.map(([position]) => {
      // From 1; below several blank lines, it is that of one of them.
      const start = bytes.findIndex(
        (byte, index) => index >= Number(position) - 1 && byte !== 0x0a && byte !== 0x0d,
      );
      return bytes.subarray(0, start).filter((byte) => byte === 0x0a).length + 1;
    });
  }

  async function oddRows({ text, delimiter, names }: File) {
    const expected = names.map((name) => ({ table: 'data', name, type: undefined }));
    const result = await tryInfer(text, { delimiter, header: true, expected });
    assert.ok(result.ok);
    return result.value[0]?.oddRows;
  }

  it('rejects the rows that we count, but those whose surplus fields are empty', () =>
    fc.assert(
      fc.asyncProperty(randomFile, async (file) => {
        const [lines, ours] = [await rejected(file), await oddRows(file)];
        assert.equal(ours?.count ?? 0, lines.length + file.emptySurplus);
        if (file.emptySurplus === 0) assert.equal(ours?.first.line, lines[0]);
      }),
      { numRuns: caseCount(150) },
    ));

  it('rejects as many rows of files that people and programs have changed, but for intended differences', async () => {
    const different = new Set<string>();
    for (const { name, text, names } of someOf(mutatedFiles(), 11)) {
      const delimiter: string = JSON.parse(name.slice(name.lastIndexOf(' ')));
      // DuckDB gives up on some of these files with CRLF, by which no row has another width.
      const file = { text: text.replaceAll('\r\n', '\n'), delimiter, names, lineBreak: '\n' };
      const [lines, ours] = [await rejected(file), await oddRows(file)];
      if (lines.length !== (ours?.count ?? 0)) different.add(name.slice(0, name.indexOf(':')));
    }
    assert.deepEqual([...different].sort(), Object.values(intendedDifferences).flat().sort());
  });
});
