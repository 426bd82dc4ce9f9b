import { close, fchmod, fchown, fstat, fsync, open, writeFile } from 'node:fs';
import { lstat, mkdir, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readRegularFile } from '../system/regular-file.ts';

/** The file operations of the journal; tests inject faults here. Failures are errors with a `code`, as in `node:fs`. */
export interface FileOperations {
  /** Creates the folder and its parents for the owner alone, and makes their names durable. An existing folder stays. */
  makeFolder(path: string): Promise<void>;
  /** Creates a file; fails with `EEXIST` if it exists. */
  create(path: string, permissions?: Permissions): Promise<WritableFile>;
  /** Replaces `to` atomically. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
  names(folder: string): Promise<readonly string[]>;
  /** Lets the next reads see what others wrote before this call. Absent where reads always do. */
  refresh?(folder: string): Promise<void>;
  /** The first `limit` bytes, or all; fails with `EFTYPE` for a pipe, a socket or a device. */
  read(path: string, limit?: number): Promise<Uint8Array>;
  /** Of a link itself, not of what it leads to. */
  stat(path: string): Promise<FileStatus>;
}

/** A failure of files that aren't on a disk. Its message says what happened and what to do, in sentences. */
export class DescribedFileError extends Error {
  /** `E` and capital letters. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Of a new file: for its owner alone, as the process's mask says, or exactly these, with this owner and group. */
export type Permissions =
  | 'owner'
  | 'usual'
  | { readonly mode: number; readonly uid: number; readonly gid: number };

export interface WritableFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the content is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileStatus {
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** Whether it is a regular file. */
  readonly isFile: boolean;
}

// The file handles of node:fs/promises take twice as long.
const [openFile, statusOf, changeOwner, changeMode, writeAll, syncFile, closeFile] = [
  promisify(open),
  promisify(fstat),
  promisify(fchown),
  promisify(fchmod),
  promisify(writeFile),
  promisify(fsync),
  promisify(close),
];

/** Fails with `EPERM` if only a superuser could give the file to that owner. */
async function setPermissions(file: number, { mode, uid, gid }: Exclude<Permissions, string>): Promise<void> {
  const status = await statusOf(file);
  if (status.uid !== uid || status.gid !== gid) await changeOwner(file, uid, gid);
  // The mode of a new file is reduced by the process's mask, and a change of the owner takes some of it.
  await changeMode(file, mode);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

const plainFileOperations: FileOperations = {
  // Not by the option `recursive`: in a file system without new folders, such as /proc, Node.js would try for ever.
  async makeFolder(path) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if (parent !== path) await plainFileOperations.makeFolder(parent);
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it.
      if (!(await isFolder(path))) throw error;
    }
    await plainFileOperations.syncFolder(parent);
  },
  async create(path, permissions = 'owner') {
    const file = await openFile(path, 'wx', permissions === 'usual' ? 0o666 : 0o600);
    return {
      write: async (bytes) => {
        if (typeof permissions === 'object') await setPermissions(file, permissions);
        await writeAll(file, bytes);
      },
      sync: () => syncFile(file),
      close: () => closeFile(file),
    };
  },
  rename,
  remove: unlink,
  async syncFolder(path) {
    // Windows can't open a folder for that (EPERM, EISDIR). Its file systems make names durable themselves.
    if (process.platform === 'win32') return;
    const folder = await openFile(path, 'r');
    try {
      await syncFile(folder);
    } finally {
      await closeFile(folder);
    }
  },
  names: (folder) => readdir(folder),
  read: readRegularFile,
  async stat(path) {
    const status = await lstat(path);
    return { size: status.size, modifiedAt: status.mtimeMs, isFile: status.isFile() };
  },
};

/** Errors of Windows while a virus scanner, an indexer, or a reader has a file open, or while its deletion is pending. */
const busyCodes = new Set<unknown>(['EPERM', 'EACCES', 'EBUSY']);

/** Attempts before an error is reported. The pauses grow by 10 ms and add up to 450 ms. */
const attempts = 10;

/** The file system of this machine. */
export const nodeFileOperations: FileOperations = retryingWhileBusy(plainFileOperations);

/**
 * Writes a file as a whole or not at all: a temporary file in the same folder, fsync, rename. Readers see the old content or
 * the new one; if writing fails, the old content stays. `expected`: what has to be there still; otherwise fails with `ECHANGED`.
 */
export async function writeAtomically(
  files: FileOperations,
  path: string,
  temporary: string,
  content: Uint8Array | AsyncIterable<string>,
  {
    permissions,
    expected,
  }: { readonly permissions?: Permissions; readonly expected?: Uint8Array | undefined } = {},
): Promise<void> {
  const file = await files.create(temporary, permissions);
  try {
    try {
      if (content instanceof Uint8Array) await file.write(content);
      else for await (const part of content) await file.write(Buffer.from(part));
      await file.sync();
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
    await file.close();
    if (expected !== undefined) await requireContent(files, path, expected);
    await files.rename(temporary, path);
  } catch (error) {
    await files.remove(temporary).catch(() => undefined);
    throw error;
  }
}

async function requireContent(files: FileOperations, path: string, expected: Uint8Array): Promise<void> {
  const content = await files.read(path, expected.length + 1).catch(() => undefined);
  if (content !== undefined && Buffer.compare(content, expected) === 0) return;
  throw Object.assign(new Error('The file has changed since it was read.'), { code: 'ECHANGED' });
}

/**
 * Repeats a file operation while Windows reports the file as in use, and rejects with the last error. The same codes have
 * permanent causes, too, so the attempts are few. Other systems can replace or delete a file while it is open.
 */
export async function retryWhileBusy<Value>(
  step: () => Promise<Value>,
  platform = process.platform,
  sleep: (milliseconds: number) => Promise<unknown> = (milliseconds) => delay(milliseconds),
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error, platform) || attempt === attempts) throw error;
      await sleep(10 * attempt);
    }
  }
}

/** Whether an error of `node:fs` may be temporary, because another program has the file open. */
export function isBusy(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && error instanceof Error && 'code' in error && busyCodes.has(error.code);
}

/** Repeats operations that Windows refuses while a virus scanner or a reader has the file open. */
export function retryingWhileBusy(
  files: FileOperations,
  ...platformAndSleep: [platform?: NodeJS.Platform, sleep?: (milliseconds: number) => Promise<unknown>]
): FileOperations {
  const retry = <Value>(step: () => Promise<Value>) => retryWhileBusy(step, ...platformAndSleep);
  return {
    ...files,
    rename: (from, to) => retry(() => files.rename(from, to)),
    remove: (path) => retry(() => files.remove(path)),
    read: (path, limit) => retry(() => files.read(path, limit)),
    stat: (path) => retry(() => files.stat(path)),
  };
}
