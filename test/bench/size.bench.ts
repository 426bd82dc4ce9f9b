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

/** `dist/extension.cjs` and all that it imports statically. */
async function eagerSize(): Promise<number> {
  const { outputs }: Metafile = JSON.parse(await readFile('dist/test/extension.meta.json', 'utf8'));
  const loaded = new Set(['dist/extension.cjs']);
  for (const chunk of loaded) {
    for (const { path, kind, external } of outputs[chunk]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) loaded.add(path);
  }
  return [...loaded].reduce((sum, chunk) => sum + (outputs[chunk]?.bytes ?? 0), 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
