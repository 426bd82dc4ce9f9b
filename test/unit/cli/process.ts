import { execFile } from 'node:child_process';

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
}

/** Runs the built command line to its end, with nothing of this process's environment but the path. */
export function datasetStudio(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  const cli = `${import.meta.dirname}/../../../dist/cli.js`;
  return new Promise((resolve) => {
    execFile(
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
  });
}
