import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { failed, type Job, type Report } from './job.ts';

/** A process that has loaded everything, and waits for a job to submit. */
export class Child {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<number | null>;

  constructor() {
    const program = join(import.meta.dirname, 'submitting-process.ts');
    this.#process = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#process.stdin.on('error', () => undefined);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#ended = new Promise((resolve) => this.#process.once('close', (code) => resolve(code)));
  }

  async ready(): Promise<this> {
    const line = await this.#lines.next();
    if (line.done) throw new Error('The submitting process could not start.');
    return this;
  }

  /** Undefined if it was killed before it could report. */
  async run(job: Job): Promise<Report | undefined> {
    this.#process.stdin.write(`${JSON.stringify(job)}\n`);
    const line = await this.#lines.next();
    const code = await this.#ended;
    if (code === failed) throw new Error('The submitting process failed.');
    return line.done ? undefined : (JSON.parse(line.value) as Report);
  }

  /** `kill -9` */
  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

/** Starts the next process while one works. */
export class Children {
  #next: Child | undefined;

  async take(): Promise<Child> {
    const child = this.#next ?? new Child();
    this.#next = undefined;
    await child.ready();
    this.#next = new Child();
    return child;
  }

  end(): void {
    this.#next?.kill();
    this.#next = undefined;
  }
}
