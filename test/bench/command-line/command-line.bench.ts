import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Table } from '../benchmark.ts';
import { validDocument } from '../documents.ts';
import { median, threeDigits } from '../side-by-side.ts';

export const name = 'Command line: 10,000 valid files of 10 KB, and one';

const files = 10_000;
const schema = resolve('schemas/dataset.schema.json');
const cli = resolve('dist/cli.js');
const ajv = (data: string) => [join(import.meta.dirname, 'ajv.mjs'), schema, data];

interface Program {
  readonly name: string;
  readonly args: readonly string[];
  /** How many times it is measured. Slow programs run once. */
  readonly rounds: number;
}

const many = '**/*.dataset.json';
const manyFiles: readonly Program[] = [
  { name: 'dataset-studio validate', rounds: 5, args: [cli, 'validate', many] },
  { name: 'Ajv', rounds: 5, args: ajv(many) },
  { name: 'read and JSON.parse alone', rounds: 5, args: [join(import.meta.dirname, 'read-and-parse.mjs')] },
];

const one = join('0', '0.dataset.json');
const oneFile: readonly Program[] = [
  { name: 'Node.js alone', rounds: 25, args: ['--input-type=module', '--eval', ''] },
  { name: 'dataset-studio validate, one file', rounds: 25, args: [cli, 'validate', one] },
  { name: 'Ajv, one file', rounds: 25, args: ajv(one) },
];

/** Each round runs a whole process of each program, so that a disturbance of the machine affects both sides of a ratio. */
export async function run(): Promise<Table> {
  const folder = createFiles();
  try {
    const [ours, peer, ...others] = measure(manyFiles, folder);
    const [node, validation, ajvOne] = measure(oneFile, folder);
    if (!ours || !peer || !node || !validation || !ajvOne) throw new Error('A program was not measured.');
    const ofPeer = ratio(ours, peer);
    const extra = median(validation.times.map((time, round) => time - (node.times[round] ?? Number.NaN)));
    return {
      columns: ['program', 'time', 'times Ajv', 'promised'],
      rows: [
        row(ours, peer, '≤ 0.9'),
        ...[peer, ...others].map((measured) => row(measured, peer)),
        ...[node, ajvOne].map((measured) => row(measured, ajvOne)),
        row(validation, ajvOne),
        ['… more than Node.js alone', `${threeDigits(extra)} ms`, '', '≤ 35 ms'],
      ],
      notes: [
        `dataset-studio checks all rules, Ajv only the schema. Processes run in turn on ${availableParallelism()} cores; medians.`,
      ],
      violations: [
        ...(ofPeer <= 0.9 ? [] : [`must take at most 0.9 times the time of Ajv: ${threeDigits(ofPeer)}`]),
        ...(extra <= 35
          ? []
          : [`must check one file in at most 35 ms more than Node.js alone: ${threeDigits(extra)}`]),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Measured {
  readonly name: string;
  /** In milliseconds, by round. */
  readonly times: readonly number[];
}

function measure(programs: readonly Program[], folder: string): readonly Measured[] {
  const measured = programs.map(({ name }) => ({ name, times: [] as number[] }));
  const rounds = Math.max(...programs.map((program) => program.rounds));
  // The first run fills caches.
  for (const { args, rounds } of programs) if (rounds > 1) milliseconds(args, folder);
  for (let round = 0; round < rounds; round++)
    for (const [index, program] of programs.entries())
      if (round < program.rounds) measured[index]?.times.push(milliseconds(program.args, folder));
  return measured;
}

function ratio(one: Measured, other: Measured): number {
  return median(one.times.map((time, round) => time / (other.times[round] ?? Number.NaN)));
}

function row(measured: Measured, peer: Measured, promised = ''): readonly string[] {
  const time = median(measured.times);
  const shown = time >= 1000 ? `${threeDigits(time / 1000)} s` : `${threeDigits(time)} ms`;
  return [measured.name, shown, threeDigits(ratio(measured, peer)), promised];
}

function createFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  const text = validDocument(10_000, 2);
  for (let file = 0; file < files; file++) {
    const subfolder = join(folder, String(file % 100));
    if (file < 100) mkdirSync(subfolder);
    writeFileSync(join(subfolder, `${file}.dataset.json`), text.replace('"Sales"', `"Sales ${file}"`));
  }
  return folder;
}

function milliseconds(args: readonly string[], cwd: string): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - started;
}
