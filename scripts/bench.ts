import { globSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { type Benchmark, markdown } from '../test/bench/benchmark.ts';
import { buildBundles } from './build.ts';
import { repositoryFolder } from './repository.ts';

const folder = join(repositoryFolder, 'test', 'bench');
const filters = process.argv.slice(2);
await buildBundles();

console.log(`Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const file of globSync(join(folder, '**', '*.bench.ts')).sort()) {
  if (filters.length > 0 && !filters.some((filter) => basename(file).includes(filter))) continue;
  const benchmark: Benchmark = await import(file);
  console.log(`\n### ${benchmark.name}\n`);
  const table = await benchmark.run();
  console.log(markdown(table));
  for (const note of table.notes ?? []) console.log(`\n${note}`);
  for (const violation of table.violations ?? []) console.error(`\nTarget missed: ${violation}`);
  if ((table.violations ?? []).length > 0) process.exitCode = 1;
}
