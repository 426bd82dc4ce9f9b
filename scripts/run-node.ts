import { spawn } from 'node:child_process';
import { Cleanup } from '../test/workbench/cleanup.ts';
import { repositoryFolder } from '../test/workbench/session.ts';

/** Runs a Node.js program in the repository, in sight, to its end or to the end of this process. */
export async function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const cleanup = new Cleanup();
  const child = spawn(process.execPath, args, {
    cwd: repositoryFolder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  cleanup.add(() => child.kill());
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0));
    });
  } finally {
    cleanup.run();
  }
}
