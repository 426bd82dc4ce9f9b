import { spawnSync } from 'node:child_process';

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a program with its messages shown, and returns what it prints on standard output. */
export type RunCommand = (program: string, args: readonly string[]) => CommandResult;

export const runCommand: RunCommand = (program, args) => {
  console.log([program, ...args].join(' '));
  const { status, stdout, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  return { code: status ?? 1, output: stdout };
};

/** Throws if the program fails. */
export function mustRun(run: RunCommand, program: string, args: readonly string[]): void {
  const { code, output } = run(program, args);
  if (code !== 0) throw new Error(`"${[program, ...args].join(' ')}" ended with ${code}.\n${output}`);
}
