import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

export interface Zombie {
  readonly pid: number;
  /** As in `ProcessIdentity`. */
  readonly startedAt: string;
  dispose(): void;
}

/** A process that has ended, and whose parent never asks for its exit status. Linux only. */
export async function startZombie(): Promise<Zombie> {
  // The inner shell ends, and `exec` replaces its parent by a program that doesn't wait for it.
  const parent = spawn('/bin/sh', ['-c', '/bin/sh -c "echo \\$\\$" & exec sleep 60']);
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  const stat = () => readFile(`/proc/${pid}/stat`, 'utf8');
  while (!/\) Z /.test(await stat())) await new Promise((resolve) => setTimeout(resolve, 10));
  const startedAt = `ticks:${(await stat()).split(') ')[1]?.split(' ')[19]}`;
  return { pid, startedAt, dispose: () => parent.kill() };
}
