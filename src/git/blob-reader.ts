import { failure, type Result, success } from '../result.ts';
import { type Git, type GitProcess, startGit, timeout } from './git.ts';
import { missingContent } from './list-files.ts';

/** In bytes. A longer document can't be a string (`decodeUtf8`), and a repository can contain any size in few bytes. */
const maxSize = 2 ** 29;

/**
 * Reads contents by their IDs, one after the other, with one process of Git for all that it can read: `git cat-file --batch` answers each ID with
 * a line (`<id> blob <size>`, or `<id> missing`), the content, and a line break.
 */
export class BlobReader {
  readonly #git: Git;
  /** In milliseconds, for one content. */
  readonly #timeout: number;
  #process: GitProcess | undefined;
  #parts: AsyncIterator<Buffer> | undefined;
  #rest: Buffer = Buffer.alloc(0);

  constructor(git: Git, readTimeout = timeout) {
    this.#git = git;
    this.#timeout = readTimeout;
  }

  /** A failure is what happened and what to do, in sentences. */
  async read(id: string): Promise<Result<Uint8Array, string>> {
    const running = this.#start();
    const timer = setTimeout(() => running.kill('SIGKILL'), this.#timeout);
    running.stdin.write(`${id}\n`);
    const content = await this.#content();
    clearTimeout(timer);
    return content;
  }

  async #content(): Promise<Result<Uint8Array, string>> {
    const [, length] = /^[0-9a-f]+ blob (\d+)$/.exec(await this.#line()) ?? [];
    if (length === undefined) return failure(missingContent);
    const size = Number(length);
    // What is too large is read to its end, too, because the next answer follows it.
    const content = size > maxSize ? undefined : Buffer.allocUnsafeSlow(size);
    for (let read = 0; read < size; ) {
      if (this.#rest.length === 0 && !(await this.#more())) return failure(missingContent);
      const part = this.#rest.subarray(0, size - read);
      content?.set(part, read);
      read += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    // The line break after the content.
    await this.#line();
    return content ? success(content) : failure('It is larger than 512 MB. Split it into several datasets.');
  }

  /** Ends the process. */
  close(): void {
    this.#process?.stdin.end();
    this.#process?.kill();
  }

  #start(): GitProcess {
    if (this.#process !== undefined) return this.#process;
    const started = startGit(this.#git, 'cat-file', ['--batch']);
    // Without Git, or after its end, there is no output.
    started.on('error', () => undefined);
    started.stdin.on('error', () => undefined);
    started.stderr.resume();
    this.#process = started;
    this.#parts = started.stdout[Symbol.asyncIterator]();
    this.#rest = Buffer.alloc(0);
    return started;
  }

  /** The next line; empty at the end of the output. */
  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = String(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return '';
    }
  }

  /** Waits for more output. False at its end. */
  async #more(): Promise<boolean> {
    const next = await this.#parts?.next();
    if (next === undefined || next.done) {
      // Git before 2.45 ends at a content that it lacks. The next one may be there.
      this.#process = undefined;
      return false;
    }
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }
}
