import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface Finished {
  /** As shells have it: 128 and the signal's number for a process that was killed. Windows has 1 for that. */
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** A process that runs one command line after another. A new process for each takes about ten times as long. */
export class Resident {
  #child: ChildProcess | undefined;
  #isBusy = false;

  get isBusy(): boolean {
    return this.#isBusy;
  }

  async run(run: Run): Promise<Finished> {
    this.#isBusy = true;
    const child = this.#connected();
    const over = new AbortController();
    try {
      child.channel?.ref();
      child.send(run);
      const ended = once(child, 'exit', over).then(([code]) => {
        throw new Error(`The process of "${run.args.join(' ')}" ended with ${code}; its output says why.`);
      });
      const [finished] = await Promise.race([once(child, 'message', over), ended]);
      return finished;
    } finally {
      over.abort();
      child.channel?.unref();
      this.#isBusy = false;
    }
  }

  #connected(): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    this.#child = fork(fileURLToPath(import.meta.url), { execArgv: [], stdio: [...stdio] });
    this.#child.unref();
    return this.#child;
  }
}

const cli = new URL('../../../dist/cli.js', import.meta.url).href;

/** Makes this process look like a new one, and loads the program as if for the first time. The files that it imports stay loaded. */
async function runHere({ args, cwd, env, input }: Run, count: number): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    Object.defineProperty(process, name, {
      configurable: true,
      value: new Writable({
        write(chunk, _encoding, done) {
          printed[name] += chunk;
          done();
        },
      }),
    });
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const folder = process.cwd();
  process.chdir(cwd);
  process.once('exit', () => writeSync(2, printed.stderr));
  await import(`${cli}?${count}`);
  process.chdir(folder);
  const code = Number(process.exitCode);
  process.exitCode = undefined;
  for (const event of ['exit', 'uncaughtException', 'SIGINT', 'SIGTERM']) process.removeAllListeners(event);
  return { code, out: printed.stdout, error: printed.stderr };
}

// `import.meta.main` is missing in the oldest releases that we promise.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let count = 0;
  process.on('message', async (run: Run) => process.send?.(await runHere(run, ++count)));
}
