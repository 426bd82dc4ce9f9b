import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface MeasuredProcess {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** Runs a whole process of Node.js, which writes its peak memory to a file in `folder`. */
export function measureProcess(args: readonly string[], folder: string): MeasuredProcess {
  const memoryFile = join(folder, 'peak');
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', resolve('test/bench/inference/report-memory.mjs'), ...args],
    { env: { ...process.env, PEAK_MEMORY_FILE: memoryFile } },
  );
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { seconds, peakMegabytes: Number(readFileSync(memoryFile, 'utf8')) / 1024 };
}
