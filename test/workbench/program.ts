import { spawn } from 'node:child_process';
import { Cleanup } from './cleanup.ts';

/** Where the output of a program goes: to that of this process, or to a function. */
export type Output = 'show' | ((text: string | Uint8Array) => void);

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether to show the output. By default, only the last lines are shown, in the error message. */
  readonly output?: Output;
  /** Gets the process ID, which is undefined if the program can't be started. */
  readonly onStart?: (pid: number | undefined) => void;
}

/** A program ended with another code than 0: the stack of who started it says nothing. */
export class ProgramFailure extends Error {}

/** Runs a program. Rejects with a `ProgramFailure` unless it exits with 0. Stops it if this process ends. */
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
  options.onStart?.(child.pid);
  const cleanup = new Cleanup();
  cleanup.add(() => child.kill());
  const outputChunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on(
      'data',
      typeof options.output === 'function' ? options.output : (chunk: Buffer) => outputChunks.push(chunk),
    );
  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  }).finally(() => cleanup.run());
  if (code !== 0) {
    const lastLines = Buffer.concat(outputChunks).toString().trimEnd().split('\n').slice(-20);
    throw new ProgramFailure(
      [`"${[program, ...args].join(' ')}" ended with ${code}`, ...lastLines].join('\n'),
    );
  }
}
