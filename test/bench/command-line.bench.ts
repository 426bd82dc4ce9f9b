import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Table } from './benchmark.ts';
import { validDocument } from './documents.ts';
import { median, threeDigits } from './side-by-side.ts';

export const name = 'Command line: 10,000 valid files of 10 KB';

const files = 10_000;
const schema = resolve('schemas/dataset.schema.json');
const glob = '**/*.dataset.json';

/** Each round runs a whole process of each program. The slow program runs only once. */
const programs = [
  { name: 'dataset-studio validate', rounds: 5, args: [resolve('dist/cli.js'), 'validate', glob] },
  {
    name: 'ajv-cli',
    rounds: 5,
    args: [
      ...[resolve('node_modules/ajv-cli/dist/index.js'), 'validate', '--spec=draft2020', '--strict=false'],
      ...['-s', schema, '-d', glob],
    ],
  },
  {
    name: '@sourcemeta/jsonschema validate',
    rounds: 1,
    args: [resolve('node_modules/@sourcemeta/jsonschema/npm/cli.js'), 'validate', schema, '.'],
  },
];

export async function run(): Promise<Table> {
  const folder = createFiles();
  try {
    const times = new Map(programs.map((program) => [program, [] as number[]]));
    for (let round = 0; round < 5; round++) {
      for (const program of programs) {
        if (round < program.rounds) times.get(program)?.push(seconds(program.args, folder));
      }
    }
    const [ours = [], ajv = []] = [...times.values()];
    const rows = [...times].map(([program, measured]) => [
      program.name,
      `${threeDigits(median(measured))} s`,
      threeDigits(median(measured.map((time, round) => time / (ours[round] ?? Number.NaN)))),
    ]);
    const isFaster = median(ajv.map((time, round) => time / (ours[round] ?? Number.NaN))) > 1;
    return {
      columns: ['program', 'time', 'times dataset-studio'],
      rows,
      notes: ['dataset-studio checks all rules, the others only the schema. Medians of five rounds.'],
      violations: isFaster ? [] : ['must be faster than ajv-cli on the same files'],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
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

function seconds(args: readonly string[], cwd: string): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return (performance.now() - started) / 1000;
}
