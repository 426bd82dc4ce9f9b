import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { workbookParts } from '../../unit/inference/formats/xlsx-file.ts';

/** Writes a Parquet file of about so many bytes by DuckDB, with ten columns and many row groups. */
export async function writeParquetFile(path: string, size: number): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const write = (rows: number) =>
    connection.run(`COPY (SELECT i AS id, random() AS a, random() AS b, (random() * 1e9)::bigint AS c,
      'name ' || (random() * 1e9)::bigint AS name, i % 2 = 0 AS flag, DATE '2024-01-01' + (i % 1000)::integer AS day,
      TIMESTAMP '2024-01-01' + to_seconds(i) AS at, (random() * 1e5)::decimal(9, 2) AS price, uuid() AS key
      FROM range(${rows}) t(i)) TO '${path}' (FORMAT parquet)`);
  const sample = 100_000;
  await write(sample);
  await write(Math.ceil((sample * size) / statSync(path).size));
}

/** Writes an Excel file of about so many bytes: ids, amounts, dates and texts, one part of them shared. */
export function writeXlsxFile(path: string, size: number): void {
  const file = openSync(path, 'w');
  let written = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    writeSync(file, chunk);
    written += chunk.length;
  });
  const strings = Array.from({ length: 1000 }, (_, index) => `customer ${(index * 7919) % 1000} & sons`);
  for (const [name, content] of Object.entries(workbookParts([{ name: 'Data', rows: [] }], { strings }))) {
    if (name === 'xl/worksheets/sheet1.xml') continue;
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(content, true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  zip.add(sheet);
  const header = ['id', 'amount', 'day', 'customer', 'comment']
    .map((name, index) => `<c r="${'ABCDE'[index]}1" t="inlineStr"><is><t>${name}</t></is></c>`)
    .join('');
  sheet.push(strToU8(`<worksheet><sheetData><row r="1">${header}</row>`));
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  for (let row = 2; written < size; ) {
    let text = '';
    for (const end = row + 1000; row < end; row++)
      text += `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><v>${next() / 1000}</v></c><c r="C${row}" s="1"><v>${40_000 + (next() % 5000)}</v></c><c r="D${row}" t="s"><v>${next() % 1000}</v></c><c r="E${row}" t="inlineStr"><is><t>comment ${next()} &amp; ${next()}</t></is></c></row>`;
    sheet.push(strToU8(text));
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  closeSync(file);
}
