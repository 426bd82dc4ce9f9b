import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Table } from './benchmark.ts';
import { median, threeDigits } from './side-by-side.ts';

export const name = 'Diff and diagram: 1,000 tables of 20 columns';

const tables = 1000;
const columns = 20;
const rounds = 5;
const dataTypes = ['Int64', 'string', 'bool', 'DateTime'];

const commands: readonly (readonly string[])[] = [
  ...['text', 'json', 'markdown'].map((format) => ['diff', 'old.json', 'retyped.json', '--format', format]),
  ['diff', 'old.json', 'reversed.json'],
  ['diff', 'old.json', 'other.json'],
  ...['svg', 'mermaid', 'dbml', 'markdown'].map((format) => ['diagram', 'old.json', '--format', format]),
];

/** Measures whole processes. */
export async function run(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  try {
    writeDocuments(folder);
    const measured = commands.map((args) => {
      const times = Array.from({ length: rounds }, () => seconds(args, folder));
      return { name: args.join(' '), time: median(times) };
    });
    return {
      columns: ['command', 'time'],
      rows: measured.map(({ name, time }) => [name, `${threeDigits(time)} s`]),
      notes: [
        `retyped: all columns have a different type. reversed: all tables and columns are in reverse order. other: all names are different.`,
        `Whole processes; medians of ${rounds} rounds.`,
      ],
      violations: measured
        .filter(({ time }) => time >= 1)
        .map(({ name }) => `${name} must take less than a second`),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeDocuments(folder: string): void {
  const write = (file: string, value: unknown) =>
    writeFileSync(join(folder, file), JSON.stringify(value, null, 2));
  const old = dataset('Table', 0);
  write('old.json', old);
  write('retyped.json', dataset('Table', 1));
  write('other.json', dataset('Other', 0));
  const reversed = old.tables.map((table) => ({ ...table, columns: table.columns.toReversed() }));
  write('reversed.json', { ...old, tables: reversed.toReversed() });
}

function dataset(prefix: string, shift: number) {
  return {
    name: 'Sales',
    tables: Array.from({ length: tables }, (_, table) => ({
      name: `${prefix} ${table}`,
      columns: Array.from({ length: columns }, (_, column) => ({
        name: `${prefix} column ${table}.${column}`,
        dataType: dataTypes[(table + column + shift) % dataTypes.length],
      })),
    })),
  };
}

function seconds(args: readonly string[], cwd: string): number {
  const started = performance.now();
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 };
  const { status, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), ...args], options);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return (performance.now() - started) / 1000;
}
