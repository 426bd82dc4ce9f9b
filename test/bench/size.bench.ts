import { readFile } from 'node:fs/promises';
import type { Metafile } from 'esbuild';
import { makeVsix } from '../../scripts/vsix.ts';
import type { Table } from './benchmark.ts';

export const name = 'Size';

/** In bytes. */
const max = { activation: 40 * 1024, vsix: 1200 * 1024 };

export async function run(): Promise<Table> {
  const activation = await activationSize();
  const { size } = await makeVsix();
  return {
    columns: ['measurement', 'size', 'target'],
    rows: [
      ['code that is loaded on activation', kilobytes(activation), `≤ ${kilobytes(max.activation)}`],
      ['the .vsix', kilobytes(size), `≤ ${kilobytes(max.vsix)}`],
    ],
    violations: [
      ...(activation > max.activation ? ['the code that is loaded on activation is too large'] : []),
      ...(size > max.vsix ? ['the .vsix is too large'] : []),
    ],
  };
}

/** The code that is loaded on activation is bundled in one file. */
async function activationSize(): Promise<number> {
  const { outputs }: Metafile = JSON.parse(await readFile('dist/test/extension.meta.json', 'utf8'));
  return outputs['dist/extension/extension.cjs']?.bytes ?? Number.POSITIVE_INFINITY;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
