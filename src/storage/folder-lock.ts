import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../identity/clock.ts';
import type { CrossWindowLock, Turn } from '../identity/cross-window-lock.ts';
import { readRegularFile } from './regular-file.ts';

const pollInterval = 50;
const heartbeatInterval = 2_000;
/** Polls without a heartbeat after which a holder counts as gone: 20 s of our own running time, sleep not included. */
const patience = 400;

/** A `CrossWindowLock` of files in a folder: `<hash>.lock`, made exclusively, and `<hash>.note`. */
export class FolderLock implements CrossWindowLock {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'sleep'>;

  /** The folder is made when it is first needed. */
  constructor(folder: string, clock: Pick<Clock, 'sleep'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async run<Result>(
    key: string,
    signal: AbortSignal,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result> {
    await mkdir(this.#folder, { recursive: true });
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const lock = join(this.#folder, `${name}.lock`);
    const owner = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() });
    await this.#acquire(lock, owner, signal);
    const heartbeat = setInterval(() => void beat(lock), heartbeatInterval);
    try {
      return await work(turnBeside(join(this.#folder, `${name}.note`)));
    } finally {
      clearInterval(heartbeat);
      if ((await contents(lock)) === owner) await rm(lock, { force: true });
    }
  }

  async #acquire(lock: string, owner: string, signal: AbortSignal): Promise<void> {
    let seen = '';
    let unchanged = 0;
    for (;;) {
      signal.throwIfAborted();
      if (await createExclusively(lock, owner)) return;
      const holder = await observe(lock);
      unchanged = holder.mark === seen ? unchanged + 1 : 0;
      seen = holder.mark;
      if (holder.isGone || unchanged >= patience) await breakLock(lock, holder.mark);
      else await this.#clock.sleep(pollInterval, signal);
    }
  }
}

interface Holder {
  /** Changes with every heartbeat. */
  readonly mark: string;
  /** Known to have ended, without letting go. */
  readonly isGone: boolean;
}

async function observe(lock: string): Promise<Holder> {
  const text = await contents(lock);
  const modified = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return { mark: `${text ?? ''} ${modified}`, isGone: hasEnded(text) };
}

/** Asks the system about the process; one of another host, or one half written, is judged by its heartbeat alone. */
function hasEnded(text: string | undefined): boolean {
  const process = /^\{"host":(".*"),"pid":(\d+),"id":"[\w-]+"\}$/.exec(text ?? '');
  if (process?.[1] !== JSON.stringify(hostname())) return false;
  try {
    globalThis.process.kill(Number(process[2]), 0);
    return false;
  } catch (error) {
    return isFault(error, 'ESRCH');
  }
}

/** Removes a lock that was left behind; of several that want to, one does, and only while nobody has renewed it. */
async function breakLock(lock: string, mark: string): Promise<void> {
  const breaking = `${lock}.breaking`;
  if (!(await createExclusively(breaking, ''))) {
    const age = await stat(breaking).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    // Whoever broke it off here ended in the middle of three file operations.
    if (age > 10_000) await rm(breaking, { force: true });
    return;
  }
  try {
    if ((await observe(lock)).mark === mark) await rm(lock, { force: true });
  } finally {
    await rm(breaking, { force: true });
  }
}

/** False where the file is there already. Readable by its user only, as all that stands here. */
async function createExclusively(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(text).finally(() => handle.close());
    return true;
  } catch (error) {
    // Windows refuses in this way while a deleted file is still open somewhere.
    if (isFault(error, 'EEXIST') || (process.platform === 'win32' && isFault(error, 'EPERM'))) return false;
    throw error;
  }
}

function turnBeside(file: string): Turn {
  return {
    readNote: () => contents(file),
    writeNote: async (note) => {
      const draft = `${file}.${randomUUID()}`;
      await writeFile(draft, note, { mode: 0o600 });
      await rename(draft, file);
    },
  };
}

async function beat(lock: string): Promise<void> {
  const now = new Date();
  // Where the lock was taken away, the work ends as it would have.
  await utimes(lock, now, now).catch(() => undefined);
}

async function contents(file: string): Promise<string | undefined> {
  return readRegularFile(file).then(String, () => undefined);
}

function isFault(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
