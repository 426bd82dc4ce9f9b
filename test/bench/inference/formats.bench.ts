import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Table } from '../benchmark.ts';
import { median, threeDigits } from '../side-by-side.ts';
import { writeParquetFile, writeXlsxFile } from './binary-file.ts';
import { type MeasuredProcess, measureProcess } from './measure-process.ts';

/** `PARQUET_MEGABYTES=10 EXCEL_MEGABYTES=5 npm run bench -- formats` takes less time. */
const megabytes = {
  parquet: Number(process.env.PARQUET_MEGABYTES ?? 100),
  excel: Number(process.env.EXCEL_MEGABYTES ?? 50),
};
const rounds = 11;

export const name = `Inference: ${megabytes.parquet} MB of Parquet, ${megabytes.excel} MB of Excel, whole processes`;

/** What the project promises: milliseconds more than Node.js alone. */
const parquetMilliseconds = 150;

export async function run(): Promise<Table> {
  // Outside the repository, whose tools would look at the files.
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  try {
    const parquet = join(folder, 'data.parquet');
    await writeParquetFile(parquet, megabytes.parquet * 1_000_000);
    const [node = none, ownParquet = none] = measureInTurn(
      [
        ['-e', '0'],
        [resolve('dist/cli.js'), 'infer', parquet],
      ],
      folder,
      rounds,
    );
    const more = 1000 * (ownParquet.seconds - node.seconds);

    const excel = join(folder, 'data.xlsx');
    writeXlsxFile(excel, megabytes.excel * 1_000_000);
    const ownExcel = measureProcess([resolve('dist/cli.js'), 'infer', excel], folder);
    const peer = tryMeasure(
      ['--max-old-space-size=8192', resolve('test/bench/inference/peers.mjs'), 'read-excel-file', excel],
      folder,
    );
    const row = (title: string, { seconds, peakMegabytes }: MeasuredProcess) => [
      title,
      `${threeDigits(seconds)} s`,
      `${Math.round(peakMegabytes)} MB`,
    ];
    return {
      columns: ['program', 'time', 'peak memory'],
      rows: [
        row('Node.js alone', node),
        row(`dataset-studio infer, Parquet of ${size(parquet)} MB`, ownParquet),
        row(`dataset-studio infer, Excel of ${size(excel)} MB`, ownExcel),
        peer === undefined ? ['read-excel-file', 'fails', ''] : row('read-excel-file, only parses', peer),
      ],
      notes: [
        `Parquet takes ${Math.round(more)} ms more than Node.js alone; at most ${parquetMilliseconds} ms are promised. The medians of ${rounds} rounds in turn; Excel runs once.`,
      ],
      violations:
        more > parquetMilliseconds ? [`Parquet: ${Math.round(more)} ms more than Node.js alone`] : [],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const none: MeasuredProcess = { seconds: Number.NaN, peakMegabytes: Number.NaN };

/** read-excel-file 9.3 overflows its stack in workbooks of 50 MB, but not of 10 MB. */
function tryMeasure(args: readonly string[], folder: string): MeasuredProcess | undefined {
  try {
    return measureProcess(args, folder);
  } catch {
    return undefined;
  }
}

/** Medians of processes that take turns, so that the load of the machine affects all of them. */
function measureInTurn(
  commands: readonly (readonly string[])[],
  folder: string,
  rounds: number,
): readonly MeasuredProcess[] {
  const measured = commands.map((): MeasuredProcess[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, args] of commands.entries()) measured[index]?.push(measureProcess(args, folder));
  return measured.map((each) => ({
    seconds: median(each.map(({ seconds }) => seconds)),
    peakMegabytes: median(each.map(({ peakMegabytes }) => peakMegabytes)),
  }));
}

function size(path: string): number {
  return Math.round(statSync(path).size / 1_000_000);
}
