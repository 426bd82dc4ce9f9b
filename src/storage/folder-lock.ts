import { createHash, randomUUID } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../is-record.ts';
import type { Clock } from '../system/clock.ts';
import { errorCode } from '../system/error-code.ts';
import { isRunning } from '../system/process-identity.ts';
import { readRegularFile } from '../system/regular-file.ts';
import { parseJson } from '../text/parse-json.ts';
import { isBusy, retryWhileBusy } from './file-operations.ts';

/**
 * Lets one window at a time do a piece of work, of all windows on this machine. The windows share secrets, but see each other's
 * changes with a delay; a note, passed on with the lock, says how recent they must be.
 */
export interface CrossWindowLock {
  /**
   * Waits for the lock, does `work`, and releases the lock, even if `work` fails. Rejects with the signal's reason if it aborts
   * before the lock is acquired; work that has started isn't cancelled.
   */
  run<Result>(key: string, signal: AbortSignal, work: (turn: Turn) => Promise<Result>): Promise<Result>;
}

/** Access to the note for the next turn. It contains no secret. */
export interface Turn {
  /** The last note; undefined if there is none. */
  readNote(): Promise<string | undefined>;
  writeNote(note: string): Promise<void>;
}

const pollInterval = 50;
const heartbeatInterval = 2_000;
/**
 * Polls without a heartbeat after which a holder counts as gone: 20 s of our own running time, sleep not included. It takes
 * two minutes if this machine has a process of its number, which may be suspended, or if the holder is on another machine or in
 * another container, which can't be asked.
 */
const maxSilentPolls = { noProcess: 400, unclear: 2_400 };
/** Polls in a row in which Windows refuses to create or delete the lock, after which its reason is reported: 2 s and more. */
const maxRefusals = 40;

const never = new AbortController().signal;

interface Files
  extends Pick<typeof nodeFiles, 'mkdir' | 'open' | 'rename' | 'rm' | 'stat' | 'utimes' | 'writeFile'> {
  readonly readFile: (path: string) => Promise<Buffer>;
}

export interface FolderLockOptions {
  readonly files: Files;
  readonly platform: NodeJS.Platform;
}

/**
 * A `CrossWindowLock` of files in a folder: `<hash>.lock`, created exclusively, and `<hash>.note`. On Windows, a virus scanner
 * can have each of them open for a moment, so every step may have to be repeated.
 */
export class FolderLock implements CrossWindowLock {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #files: Files;
  readonly #platform: NodeJS.Platform;

  /** The folder is created when it is first needed. */
  constructor(folder: string, clock: Pick<Clock, 'sleep'>, options: Partial<FolderLockOptions> = {}) {
    this.#folder = folder;
    this.#clock = clock;
    this.#files = options.files ?? { ...nodeFiles, readFile: readRegularFile };
    this.#platform = options.platform ?? process.platform;
  }

  async run<Result>(
    key: string,
    signal: AbortSignal,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result> {
    await this.#files.mkdir(this.#folder, { recursive: true });
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const lock = join(this.#folder, `${name}.lock`);
    const owner = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() });
    await this.#acquire(lock, owner, signal);
    const heartbeat = setInterval(() => void this.#renew(lock), heartbeatInterval);
    try {
      return await work(this.#turn(join(this.#folder, `${name}.note`)));
    } finally {
      clearInterval(heartbeat);
      // The result of the work counts, so this neither rejects nor waits for long.
      if (!(await this.#release(lock, owner))) void this.#releaseLater(lock, owner);
    }
  }

  async #acquire(lock: string, owner: string, signal: AbortSignal): Promise<void> {
    let seen = '';
    let unchanged = 0;
    let refusals = 0;
    for (;;) {
      signal.throwIfAborted();
      try {
        if (await this.#createExclusively(lock, owner)) return;
        const holder = await this.#observe(lock);
        unchanged = holder.mark === seen ? unchanged + 1 : 0;
        seen = holder.mark;
        if (
          unchanged >= (holder.mayRun ? maxSilentPolls.unclear : maxSilentPolls.noProcess) &&
          (await this.#break(lock, holder.mark))
        )
          continue;
        refusals = 0;
      } catch (error) {
        // Windows refuses in the same way while a deleted lock is still open somewhere, and where nothing may be written.
        refusals += 1;
        if (!isBusy(error, this.#platform) || refusals > maxRefusals) throw error;
      }
      await this.#clock.sleep(pollInterval, signal);
    }
  }

  /** Deletes our lock; false if the file system refuses. */
  async #release(lock: string, owner: string): Promise<boolean> {
    try {
      await this.#retry(async () => {
        if ((await this.#contents(lock)) === owner) await this.#files.rm(lock, { force: true });
      });
      return true;
    } catch {
      return false;
    }
  }

  /** Tries for as long as others wait for a heartbeat; then they delete the lock. */
  async #releaseLater(lock: string, owner: string): Promise<void> {
    for (let attempt = 0; attempt < maxSilentPolls.noProcess; attempt++) {
      await this.#clock.sleep(pollInterval, never);
      if (await this.#release(lock, owner)) return;
    }
  }

  async #observe(lock: string): Promise<Holder> {
    const text = await this.#contents(lock).catch(() => undefined);
    const modified = await this.#files.stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    return { mark: `${text ?? ''} ${modified}`, mayRun: mayRun(text) };
  }

  /**
   * Removes an abandoned lock, unless somebody has renewed it. If several processes try at once, one succeeds. False while
   * another process is doing it.
   */
  async #break(lock: string, mark: string): Promise<boolean> {
    const breaking = `${lock}.breaking`;
    if (!(await this.#createExclusively(breaking, ''))) {
      const age = await this.#files.stat(breaking).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      // The process that started this ended in the middle of three file operations.
      if (age > 10_000) await this.#remove(breaking);
      return false;
    }
    try {
      if ((await this.#observe(lock)).mark === mark) await this.#remove(lock);
      return true;
    } finally {
      // One that stays is removed when it has aged.
      await this.#remove(breaking).catch(() => undefined);
    }
  }

  /** False if the file exists. Only the user can read the files of this folder. */
  async #createExclusively(file: string, text: string): Promise<boolean> {
    let handle: nodeFiles.FileHandle;
    try {
      handle = await this.#files.open(file, 'wx', 0o600);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
    try {
      await handle.writeFile(text).finally(() => handle.close());
    } catch (error) {
      // Others would have to wait until a lock without an owner counts as abandoned.
      await this.#remove(file).catch(() => undefined);
      throw error;
    }
    return true;
  }

  #turn(file: string): Turn {
    return {
      readNote: () => this.#retry(() => this.#contents(file)),
      writeNote: async (note) => {
        const draft = `${file}.${randomUUID()}`;
        try {
          await this.#files.writeFile(draft, note, { mode: 0o600 });
          await this.#retry(() => this.#files.rename(draft, file));
        } catch (error) {
          await this.#remove(draft).catch(() => undefined);
          throw error;
        }
      },
    };
  }

  async #renew(lock: string): Promise<void> {
    const now = new Date();
    // If another process has removed the lock, the work goes on.
    await this.#files.utimes(lock, now, now).catch(() => undefined);
  }

  /** Undefined if there is no such file. */
  async #contents(file: string): Promise<string | undefined> {
    try {
      return String(await this.#files.readFile(file));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  #remove(file: string): Promise<void> {
    return this.#retry(() => this.#files.rm(file, { force: true }));
  }

  #retry<Value>(step: () => Promise<Value>): Promise<Value> {
    const sleep = (milliseconds: number) => this.#clock.sleep(milliseconds, never);
    return retryWhileBusy(step, this.#platform, sleep);
  }
}

interface Holder {
  /** Changes with every heartbeat. */
  readonly mark: string;
  readonly mayRun: boolean;
}

/** False if the process that wrote a lock has ended, or ended while it wrote. */
function mayRun(text = ''): boolean {
  const owner = parseJson(text);
  if (!isRecord(owner) || typeof owner.pid !== 'number') return false;
  return owner.host !== hostname() || isRunning(owner.pid);
}
