import { readFile } from 'node:fs/promises';
import type { Metafile } from 'esbuild';
import { makeVsix } from '../../scripts/vsix.ts';
import type { Table } from './benchmark.ts';

export const name = 'Size';

/** In bytes. */
const most = { eager: 40 * 1024, vsix: 500 * 1024 };

export async function run(): Promise<Table> {
  const eager = await eagerSize();
  const { size } = await makeVsix();
  return {
    columns: ['what', 'size', 'promised'],
    rows: [
      ['loaded when the extension activates', kilobytes(eager), `≤ ${kilobytes(most.eager)}`],
      ['the .vsix', kilobytes(size), `≤ ${kilobytes(most.vsix)}`],
    ],
    broken: [
      ...(eager > most.eager ? ['the size of what is loaded when the extension activates'] : []),
      ...(size > most.vsix ? ['the size of the .vsix'] : []),
    ],
  };
}

/** All that is loaded at once stands in one file. */
async function eagerSize(): Promise<number> {
  const { outputs }: Metafile = JSON.parse(await readFile('dist/test/extension.meta.json', 'utf8'));
  return outputs['dist/extension/extension.cjs']?.bytes ?? Number.POSITIVE_INFINITY;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
