import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any work takes, so that a lock that came here with a copied folder doesn't hold for ever. */
const longestHold = 15 * 60_000;

/** Does `work` while no other process does work under the same lock file. A lock whose owner is gone counts as free. */
export async function exclusively<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFile), { recursive: true });
  while (!(await take(lockFile))) {
    if (await isAbandoned(lockFile)) await rm(lockFile, { force: true });
    else await sleep(500);
  }
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function take(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(lockFile: string): Promise<boolean> {
  const taken = await stat(lockFile).catch(() => undefined);
  if (!taken) return false;
  if (Date.now() - taken.mtimeMs > longestHold) return true;
  const owner = Number(await readFile(lockFile, 'utf8').catch(() => ''));
  return owner > 0 && !isRunning(owner);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
