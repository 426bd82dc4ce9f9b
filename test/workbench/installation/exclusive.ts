import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** In milliseconds, longer than any work takes. Older locks are ignored, such as those in a copied folder. */
const maxLockAge = 15 * 60_000;

/** Runs `work` while this process has the lock file. Removes a lock file if the process that created it has ended. */
export async function exclusively<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFile), { recursive: true });
  while (!(await tryLock(lockFile))) {
    if (await isAbandoned(lockFile)) await rm(lockFile, { force: true });
    else await sleep(500);
  }
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function tryLock(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(lockFile: string): Promise<boolean> {
  const stats = await stat(lockFile).catch(() => undefined);
  if (!stats) return false;
  if (Date.now() - stats.mtimeMs > maxLockAge) return true;
  const ownerPid = Number(await readFile(lockFile, 'utf8').catch(() => ''));
  return ownerPid > 0 && !isRunning(ownerPid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
