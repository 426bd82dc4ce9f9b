import { spawn } from 'node:child_process';
import { Cleanup } from './cleanup.ts';

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether its output is seen at once, or (by default) only at the end of the error message. */
  readonly output?: 'show' | 'hide';
}

/** Runs a program to its end, or to the end of this process; fails unless it exits with 0. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<void> {
  const output = options.output === 'show' ? 'inherit' : 'pipe';
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', output, output],
    // npm is a command script on Windows, which only a shell can start.
    shell: process.platform === 'win32' && program === 'npm',
  });
  const cleanup = new Cleanup();
  cleanup.add(() => child.kill());
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  }).finally(() => cleanup.run());
  if (code !== 0) {
    const lastLines = Buffer.concat(said).toString().trimEnd().split('\n').slice(-20);
    throw new Error([`"${[program, ...args].join(' ')}" ended with ${code}`, ...lastLines].join('\n'));
  }
}
