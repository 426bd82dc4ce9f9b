import { spawn } from 'node:child_process';

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `show` passes the program's output through to standard error; `hide` keeps it for the error message. */
  readonly output?: 'show' | 'hide';
}

/** Runs a program to its end and gives its standard output; fails, with the end of what it said, unless it exits with 0. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a command script on Windows, which only a shell can start.
    shell: process.platform === 'win32',
  });
  const out: Buffer[] = [];
  const all: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => all.push(chunk));
    if (options.output === 'show') stream.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  }
  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code !== 0) {
    const lastLines = Buffer.concat(all).toString().trimEnd().split('\n').slice(-20).join('\n');
    throw new Error(`"${[program, ...args].join(' ')}" ended with ${code}:\n${lastLines}`);
  }
  return Buffer.concat(out).toString();
}
