import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Table } from '../benchmark.ts';
import { median, threeDigits } from '../side-by-side.ts';
import { writeDataFile } from './data-file.ts';
import { type MeasuredProcess, measureProcess } from './measure-process.ts';

/** `INFER_MEGABYTES=100 npm run bench -- infer` runs faster. */
const megabytes = Number(process.env.INFER_MEGABYTES ?? 1000);
const rounds = 3;

const smallFiles = 10_000;

export const name = `Inference: ${megabytes} MB of CSV and of NDJSON, ten columns, whole processes`;

/** Performance targets. */
const targets = { csvTimesDuckdb: 1, ndjsonTimesJsonParse: 2, checkTimesInfer: 1.2, peakMegabytes: 150 };

const ours = 'dataset-studio infer';
const check = 'dataset-studio check';

/** Programs by file format. Slow programs run only once. */
const programs = {
  csv: [
    { name: ours, rounds },
    { name: check, rounds },
    { name: 'duckdb', title: 'DuckDB, full scan', rounds },
    { name: 'udsv', title: 'udsv, no types', rounds: 1 },
    { name: 'papaparse', title: 'papaparse, no types', rounds: 1 },
    { name: 'csv-parse', title: 'csv-parse, no types', rounds: 1 },
  ],
  ndjson: [
    { name: ours, rounds },
    { name: check, rounds },
    { name: 'duckdb', title: 'DuckDB, full scan', rounds },
    { name: 'JSON.parse', title: 'JSON.parse by line, no types', rounds },
  ],
} as const;

type Format = keyof typeof programs;

interface Measured {
  readonly name: string;
  readonly title: string;
  readonly seconds: readonly number[];
  readonly peakMegabytes: number;
}

export async function run(): Promise<Table> {
  // Outside the repository, so that no tool reads the files.
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  const rows: string[][] = [];
  const violations: string[] = [];
  try {
    for (const format of ['csv', 'ndjson'] as const) {
      const file = join(folder, `data.${format}`);
      writeDataFile(file, megabytes * 1_000_000, format);
      writeDataset(file);
      const measured = measure(format, file, folder);
      const size = statSync(file).size / 1_000_000;
      const own = measured.find((each) => each.name === ours);
      for (const each of measured)
        rows.push([
          `${format}: ${each.title}`,
          `${threeDigits(median(each.seconds))} s`,
          `${threeDigits(size / median(each.seconds))} MB/s`,
          `${Math.round(each.peakMegabytes)} MB`,
          own === undefined ? '' : threeDigits(ratio(each, own)),
        ]);
      violations.push(...missedTargets(format, measured));
      rmSync(file);
    }
    rows.push(...measureSmallFiles(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    columns: ['program', 'time', 'throughput', 'peak memory', 'times dataset-studio'],
    rows,
    notes: [
      `Medians of ${rounds} rounds. udsv, papaparse, and csv-parse run once and only parse.`,
      `Targets: CSV faster than DuckDB, NDJSON ${targets.ndjsonTimesJsonParse} times as fast as JSON.parse, check at most ${targets.checkTimesInfer} times as long as infer, at most ${targets.peakMegabytes} MB.`,
    ],
    violations,
  };
}

/** Whole processes that read many files of a few rows each. */
function measureSmallFiles(folder: string): string[][] {
  const files = join(folder, 'small');
  mkdirSync(files);
  for (let number = 0; number < smallFiles; number++)
    writeDataFile(join(files, `orders${number}.csv`), 1000, 'csv', 20);
  const dataset = `${files}.dataset.json`;
  execFileSync(process.execPath, ['dist/cli.js', 'infer', files, '--merge', '--output', dataset], {
    stdio: 'ignore',
  });
  const own = [
    ['infer', files],
    ['check', files, '--dataset', dataset, '--table', 'orders0'],
  ].map(([command = '', ...args]) => ({
    command,
    ...measureProcess([resolve('dist/cli.js'), command, ...args], folder),
  }));
  return own.map(({ command, seconds, peakMegabytes }) => [
    `${smallFiles} files of 20 rows: dataset-studio ${command}`,
    `${threeDigits(seconds)} s`,
    `${threeDigits((seconds * 1000) / smallFiles)} ms each`,
    `${Math.round(peakMegabytes)} MB`,
    threeDigits(seconds / (own[0]?.seconds ?? Number.NaN)),
  ]);
}

function measure(format: Format, file: string, folder: string): readonly Measured[] {
  const results = new Map<string, Measured>();
  for (let round = 0; round < rounds; round++) {
    for (const program of programs[format]) {
      if (round >= program.rounds) continue;
      const { seconds, peakMegabytes } = runOnce(program.name, file, folder);
      const before = results.get(program.name);
      results.set(program.name, {
        name: program.name,
        title: 'title' in program ? program.title : program.name,
        seconds: [...(before?.seconds ?? []), seconds],
        peakMegabytes: Math.max(before?.peakMegabytes ?? 0, peakMegabytes),
      });
    }
  }
  return [...results.values()];
}

function runOnce(program: string, file: string, folder: string): MeasuredProcess {
  switch (program) {
    case ours:
      return measureProcess([resolve('dist/cli.js'), 'infer', file], folder);
    case check:
      return measureProcess([resolve('dist/cli.js'), 'check', file, '--dataset', datasetOf(file)], folder);
    default:
      return measureProcess([resolve('test/bench/inference/peers.mjs'), program, file], folder);
  }
}

function datasetOf(file: string): string {
  return `${file}.dataset.json`;
}

/** What a file is checked against. */
function writeDataset(file: string): void {
  execFileSync(process.execPath, ['dist/cli.js', 'infer', file, '--output', datasetOf(file)], {
    stdio: 'ignore',
  });
}

/** The median of the ratios of all rounds in which both ran. */
function ratio(each: Measured, own: Measured): number {
  return median(each.seconds.map((seconds, round) => seconds / (own.seconds[round] ?? Number.NaN)));
}

function* missedTargets(format: Format, measured: readonly Measured[]): Iterable<string> {
  const own = measured.find(({ name }) => name === ours);
  const peer = measured.find(({ name }) => name === (format === 'csv' ? 'duckdb' : 'JSON.parse'));
  if (own === undefined || peer === undefined) return;
  const minimum = format === 'csv' ? targets.csvTimesDuckdb : targets.ndjsonTimesJsonParse;
  if (ratio(peer, own) < minimum)
    yield `${format}: ${peer.title} takes ${threeDigits(ratio(peer, own))} times as long, but the target is ${minimum}`;
  const checked = measured.find(({ name }) => name === check);
  if (checked !== undefined && ratio(checked, own) > targets.checkTimesInfer)
    yield `${format}: check takes ${threeDigits(ratio(checked, own))} times as long as infer, but the maximum is ${targets.checkTimesInfer}`;
  if (own.peakMegabytes > targets.peakMegabytes)
    yield `${format}: ${Math.round(own.peakMegabytes)} MB of memory, but the maximum is ${targets.peakMegabytes} MB`;
}
