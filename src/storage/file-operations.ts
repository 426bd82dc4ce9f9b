import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readRegularFile } from './regular-file.ts';

/** What the journal does to a file system; tests put faults in here. Failures are errors with a `code`, as in `node:fs`. */
export interface FileOperations {
  /** Creates the folder and those above it, for the owner alone, and makes their names durable; content with an existing one. */
  makeFolder(path: string): Promise<void>;
  /** A new file for the owner alone; fails with `EEXIST` where there is one. */
  create(path: string): Promise<WritableFile>;
  /** Replaces what is at `to`, at once for every reader. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
  names(folder: string): Promise<readonly string[]>;
  /** The first `limit` bytes, or all; fails with `EFTYPE` for a pipe, a socket or a device. */
  read(path: string, limit?: number): Promise<Uint8Array>;
  stat(path: string): Promise<FileStatus>;
}

export interface WritableFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Returns when the content is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileStatus {
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** The code of a failure of the file system, as opposed to a mistake of ours (`ERR_…`), which has none here. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

export const nodeFileOperations: FileOperations = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let folder = path; ; folder = dirname(folder)) {
      await nodeFileOperations.syncFolder(dirname(folder));
      if (folder === first || folder === dirname(folder)) return;
    }
  },
  async create(path) {
    const file = await open(path, 'wx', 0o600);
    return {
      write: (bytes) => file.writeFile(bytes),
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  rename: renamePatiently,
  remove: unlink,
  async syncFolder(path) {
    // Windows opens no folder for that (EPERM, EISDIR): its file systems keep names in order themselves.
    if (process.platform === 'win32') return;
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  names: (folder) => readdir(folder),
  read: readRegularFile,
  async stat(path) {
    const { size, mtimeMs } = await stat(path);
    return { size, modifiedAt: mtimeMs };
  },
};

/** On Windows a virus scanner or a reader holds a file for moments. */
async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const passing = ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '');
      if (process.platform !== 'win32' || !passing || attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt));
    }
  }
}
