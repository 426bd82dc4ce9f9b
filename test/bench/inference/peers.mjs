import { createReadStream, openSync, readSync } from 'node:fs';

// Reads a data file with a library: node peers.mjs <peer> <file>

const [peer = '', file = ''] = process.argv.slice(2);

/** @type {Record<string, () => unknown>} */
const peers = {
  async duckdb() {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const read = file.endsWith('.csv') ? 'read_csv' : 'read_ndjson';
    return (await connection.runAndReadAll(`describe from ${read}('${file}', sample_size = -1)`)).getRows();
  },

  async 'read-excel-file'() {
    const { default: readExcelFile } = await import('read-excel-file/node');
    return (await readExcelFile(file)).map(({ data }) => data.length);
  },

  async papaparse() {
    const { default: papaparse } = await import('papaparse');
    let rows = 0;
    const step = () => {
      rows++;
    };
    await new Promise((complete, error) =>
      papaparse.parse(createReadStream(file, 'utf8'), { header: false, step, complete, error }),
    );
    return rows;
  },

  async udsv() {
    const { inferSchema, initParser } = await import('udsv');
    let parser;
    let rows = 0;
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
      parser ??= initParser(inferSchema(chunk));
      parser.chunk(chunk, parser.stringArrs, (records) => {
        rows += records.length;
      });
    }
    parser?.end();
    return rows;
  },

  async 'csv-parse'() {
    const { parse } = await import('csv-parse');
    let rows = 0;
    for await (const _ of createReadStream(file).pipe(parse())) rows++;
    return rows;
  },

  'JSON.parse'() {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(1 << 20);
    const input = openSync(file);
    let rows = 0;
    let rest = '';
    for (let length = readSync(input, buffer); length > 0; length = readSync(input, buffer)) {
      const lines = (rest + decoder.decode(buffer.subarray(0, length), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        JSON.parse(line);
        rows++;
      }
    }
    return rows;
  },
};

await peers[peer]?.();
