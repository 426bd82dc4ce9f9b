import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The Node.js to run on. */
  readonly node?: string;
  /** What it reads from standard input. Without it, standard input is empty. */
  readonly input?: string;
  /** Nobody reads what it prints. */
  readonly unread?: boolean;
  /** Gets the process as soon as it runs. */
  readonly started?: (running: RunningProcess) => void;
}

export interface RunningProcess {
  readonly signal: (name: NodeJS.Signals) => void;
  /** Waits until it has said `words` on its standard error. */
  readonly said: (words: RegExp) => Promise<void>;
}

/** Runs the built command line to its end, with nothing of this process's environment but the path. */
export function datasetStudio(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  const cli = `${import.meta.dirname}/../../../dist/cli.js`;
  return new Promise((resolve) => {
    const child = execFile(
      options.node ?? process.execPath,
      [cli, ...args],
      {
        cwd: options.cwd ?? process.cwd(),
        env: { PATH: process.env.PATH ?? '', ...options.env },
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
      (failure, out, error) =>
        resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, out, error }),
    );
    // A command that fails may end without reading it.
    child.stdin?.on('error', () => undefined).end(options.input ?? '');
    if (options.unread) child.stdout?.destroy();
    options.started?.({ signal: (name) => child.kill(name), said: listenTo(child) });
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
