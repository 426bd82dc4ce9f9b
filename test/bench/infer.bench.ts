import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Table } from './benchmark.ts';
import { writeDataFile } from './inference/data-file.ts';
import { median, threeDigits } from './side-by-side.ts';

/** `INFER_MEGABYTES=100 npm run bench -- infer` takes less time. */
const megabytes = Number(process.env.INFER_MEGABYTES ?? 1000);
const rounds = 3;

export const name = `Inference: ${megabytes} MB of CSV and of NDJSON, ten columns, whole processes`;

/** What the project promises. */
const promised = { csvTimesDuckdb: 1, ndjsonTimesJsonParse: 2, peakMegabytes: 150 };

const ours = 'dataset-studio infer';

/** Programs by the kind of file. Slow ones run once. */
const contestants = {
  csv: [
    { name: ours, rounds },
    { name: 'duckdb', title: 'DuckDB, full scan', rounds },
    { name: 'udsv', title: 'udsv, no types', rounds: 1 },
    { name: 'papaparse', title: 'papaparse, no types', rounds: 1 },
    { name: 'csv-parse', title: 'csv-parse, no types', rounds: 1 },
  ],
  ndjson: [
    { name: ours, rounds },
    { name: 'duckdb', title: 'DuckDB, full scan', rounds },
    { name: 'JSON.parse', title: 'JSON.parse by line, no types', rounds },
  ],
} as const;

type Format = keyof typeof contestants;

interface Measured {
  readonly name: string;
  readonly title: string;
  readonly seconds: readonly number[];
  readonly peakMegabytes: number;
}

export async function run(): Promise<Table> {
  // Outside the repository, whose tools would look at the files.
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  const rows: string[][] = [];
  const broken: string[] = [];
  try {
    for (const format of ['csv', 'ndjson'] as const) {
      const file = join(folder, `data.${format}`);
      writeDataFile(file, megabytes * 1_000_000, format);
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
      broken.push(...brokenPromises(format, measured));
      rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    columns: ['program', 'time', 'throughput', 'peak memory', 'times dataset-studio'],
    rows,
    notes: [
      `Processes run in turn, medians of ${rounds} rounds; udsv, papaparse and csv-parse run once, and only parse.`,
      `Promised: CSV faster than DuckDB, NDJSON ${promised.ndjsonTimesJsonParse} times as fast as JSON.parse, at most ${promised.peakMegabytes} MB.`,
    ],
    broken,
  };
}

function measure(format: Format, file: string, folder: string): readonly Measured[] {
  const results = new Map<string, Measured>();
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants[format]) {
      if (round >= contestant.rounds) continue;
      const { seconds, peakMegabytes } = runOnce(contestant.name, file, folder);
      const before = results.get(contestant.name);
      results.set(contestant.name, {
        name: contestant.name,
        title: 'title' in contestant ? contestant.title : contestant.name,
        seconds: [...(before?.seconds ?? []), seconds],
        peakMegabytes: Math.max(before?.peakMegabytes ?? 0, peakMegabytes),
      });
    }
  }
  return [...results.values()];
}

function runOnce(program: string, file: string, folder: string) {
  const memoryFile = join(folder, 'peak');
  const args =
    program === ours
      ? [resolve('dist/cli.js'), 'infer', file]
      : [resolve('test/bench/inference/peers.mjs'), program, file];
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', resolve('test/bench/inference/report-memory.mjs'), ...args],
    { env: { ...process.env, PEAK_MEMORY_FILE: memoryFile } },
  );
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return { seconds, peakMegabytes: Number(readFileSync(memoryFile, 'utf8')) / 1024 };
}

/** Median over the rounds that both took part in. */
function ratio(each: Measured, own: Measured): number {
  return median(each.seconds.map((seconds, round) => seconds / (own.seconds[round] ?? Number.NaN)));
}

function* brokenPromises(format: Format, measured: readonly Measured[]): Iterable<string> {
  const own = measured.find(({ name }) => name === ours);
  const peer = measured.find(({ name }) => name === (format === 'csv' ? 'duckdb' : 'JSON.parse'));
  if (own === undefined || peer === undefined) return;
  const least = format === 'csv' ? promised.csvTimesDuckdb : promised.ndjsonTimesJsonParse;
  if (ratio(peer, own) < least)
    yield `${format}: ${peer.title} takes ${threeDigits(ratio(peer, own))} times as long, and ${least} is promised`;
  if (own.peakMegabytes > promised.peakMegabytes)
    yield `${format}: ${Math.round(own.peakMegabytes)} MB, and ${promised.peakMegabytes} MB are promised`;
}
