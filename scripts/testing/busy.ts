import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';

// Runs the tests beside processes that compute all the time, two for each processor, to find those that depend on speed.
if (process.send) for (;;);

const [, script = '', ...options] = process.argv;
const loops = Array.from({ length: 2 * availableParallelism() }, () => fork(script, { detached: false }));
const test = fork(new URL('../test.ts', import.meta.url), options);
test.once('exit', (code) => {
  for (const loop of loops) loop.kill();
  process.exitCode = code ?? 1;
});
process.once('exit', () => {
  for (const loop of loops) loop.kill();
});
