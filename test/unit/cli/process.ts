import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { reachable, sendSignal } from '../signals.ts';
import { type Finished, Resident } from './resident.ts';

export type { Finished };

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The Node.js to run on. */
  readonly node?: string;
  /** What it reads from standard input. Without it, standard input is empty. */
  readonly input?: string;
  /** Nobody reads what it prints. */
  readonly unread?: boolean;
  /** The file descriptor that it prints to. */
  readonly output?: number;
  /** Gets the process as soon as it runs. */
  readonly started?: (running: RunningProcess) => void;
}

export interface RunningProcess {
  readonly signal: (name: NodeJS.Signals) => void;
  /** Waits until it has said `words` on its standard error. */
  readonly said: (words: RegExp) => Promise<void>;
}

const resident = new Resident();

/** Runs the built command line to its end, with nothing of this process's environment but the path. */
export function datasetStudio(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  const { cwd = process.cwd(), env, input = '', ...special } = options;
  return resident.isBusy || Object.keys(special).length > 0
    ? inProcessOfItsOwn(args, options)
    : resident.run({ args, cwd, env: { PATH: process.env.PATH ?? '', ...env }, input });
}

function inProcessOfItsOwn(args: readonly string[], options: ProcessOptions): Promise<Finished> {
  const cli = `${import.meta.dirname}/../../../dist/cli.js`;
  return new Promise((resolve, reject) => {
    const child = spawn(options.node ?? process.execPath, [...reachable.execArgv, cli, ...args], {
      cwd: options.cwd ?? process.cwd(),
      env: { PATH: process.env.PATH ?? '', ...options.env },
      stdio:
        options.output === undefined
          ? [...reachable.stdio]
          : ['pipe', options.output, ...reachable.stdio.slice(2)],
    });
    let out = '';
    let error = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      out += chunk;
    });
    child.stderr?.setEncoding('utf8').on('data', (chunk) => {
      error += chunk;
    });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), out, error }),
    );
    // A command that fails may end without reading it.
    child.stdin?.on('error', () => undefined).end(options.input ?? '');
    if (options.unread) child.stdout?.destroy();
    options.started?.({ signal: (name) => sendSignal(child, name), said: listenTo(child) });
  });
}

function listenTo({ stderr }: ChildProcess): RunningProcess['said'] {
  let heard = '';
  stderr?.on('data', (chunk) => {
    heard += chunk;
  });
  return async (words) => {
    while (!words.test(heard) && stderr?.readable) await new Promise((resolve) => setTimeout(resolve, 10));
  };
}

/** Other releases of Node.js on the path, such as the one that the machine came with. */
export function otherNodes(): readonly { readonly path: string; readonly version: string }[] {
  const found = new Map<string, string>();
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      const path = join(folder, 'node');
      found.set(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim(), path);
    } catch {
      // No Node.js in this folder.
    }
  }
  found.delete(process.version);
  return [...found].map(([version, path]) => ({ path, version }));
}
