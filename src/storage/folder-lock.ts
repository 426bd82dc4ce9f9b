import { createHash, randomUUID } from 'node:crypto';
import * as nodeFiles from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../is-record.ts';
import type { Clock } from './clock.ts';
import type { CrossWindowLock, Turn } from './cross-window-lock.ts';
import { type ProcessIdentity, type ProcessTable, SystemProcesses } from './processes/process-identity.ts';
import { readRegularFile } from './regular-file.ts';
import { isBusy, retryWhileBusy } from './retry-while-busy.ts';

const pollInterval = 50;
const heartbeatInterval = 2_000;
/** Polls without a heartbeat after which a holder counts as gone: 20 s of our own running time, sleep not included. */
const maxSilentPolls = 400;
/** How often the system is asked whether the holder still runs: every second without a heartbeat. */
const pollsPerLivenessCheck = 20;
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
  readonly processes: ProcessTable;
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
  readonly #processes: ProcessTable;

  /** The folder is created when it is first needed. */
  constructor(folder: string, clock: Pick<Clock, 'sleep'>, options: Partial<FolderLockOptions> = {}) {
    this.#folder = folder;
    this.#clock = clock;
    this.#files = options.files ?? { ...nodeFiles, readFile: readRegularFile };
    this.#platform = options.platform ?? process.platform;
    this.#processes = options.processes ?? new SystemProcesses();
  }

  async run<Result>(
    key: string,
    signal: AbortSignal,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result> {
    await this.#files.mkdir(this.#folder, { recursive: true });
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const lock = join(this.#folder, `${name}.lock`);
    const owner = JSON.stringify({ ...(await this.#processes.self()), id: randomUUID() });
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
        const isAbandoned =
          unchanged >= maxSilentPolls ||
          (unchanged % pollsPerLivenessCheck === 0 && (await this.#hasEnded(holder)));
        if (isAbandoned && (await this.#break(lock, holder.mark))) continue;
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
    for (let attempt = 0; attempt < maxSilentPolls; attempt++) {
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
    return { mark: `${text ?? ''} ${modified}`, process: processOf(text) };
  }

  async #hasEnded({ process }: Holder): Promise<boolean> {
    return process !== undefined && (await this.#processes.lifeOf(process)) === 'gone';
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
      if (hasCode(error, 'EEXIST')) return false;
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
      if (hasCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  #remove(file: string): Promise<void> {
    return this.#retry(() => this.#files.rm(file, { force: true }));
  }

  #retry<Value>(step: () => Promise<Value>): Promise<Value> {
    const sleep = (milliseconds: number) => this.#clock.sleep(milliseconds, never);
    return retryWhileBusy(step, { platform: this.#platform, sleep });
  }
}

interface Holder {
  /** Changes with every heartbeat. */
  readonly mark: string;
  /** Undefined for a lock that is half written, or that version 0.1.0 wrote: its heartbeat alone counts. */
  readonly process: ProcessIdentity | undefined;
}

function processOf(text = ''): ProcessIdentity | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    if (!isRecord(owner)) return undefined;
    const { pid, startedAt, host, bootId, pidNamespace } = owner;
    if (!Number.isSafeInteger(pid) || Number(pid) < 1) return undefined;
    if (typeof startedAt !== 'string' || typeof host !== 'string') return undefined;
    return {
      pid: Number(pid),
      startedAt,
      host,
      ...(typeof bootId === 'string' ? { bootId } : {}),
      ...(typeof pidNamespace === 'string' ? { pidNamespace } : {}),
    };
  } catch {
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
