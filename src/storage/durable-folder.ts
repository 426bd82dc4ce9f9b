import { join } from 'node:path';
import { type Result, success } from '../result.ts';
import { errorCode } from '../system/error-code.ts';
import { type FileOperations, type FileStatus, writeAtomically } from './file-operations.ts';
import { SharedRun } from './shared-run.ts';
import { damaged, type StoredFailure } from './stored-fields.ts';

/** What was read of a file, and its size in bytes. */
export interface OwnFile {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/**
 * A folder that several processes share. Files are written as a whole or not at all, and a missing file is not an error.
 * Other failures are errors with a `code`.
 */
export class DurableFolder {
  readonly path: string;
  readonly #files: FileOperations;
  readonly #syncs = new SharedRun(() => this.#files.syncFolder(this.path));

  constructor(path: string, files: FileOperations) {
    this.path = path;
    this.#files = files;
  }

  /**
   * Writes a file as a whole or not at all. It survives a power failure once this resolves.
   */
  async writeWhole(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = this.#pathOf(`writing-${crypto.randomUUID()}.tmp`);
    const write = () => writeAtomically(this.#files, this.#pathOf(name), temporary, bytes);
    try {
      await write();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await this.#files.makeFolder(this.path);
      await write();
    }
    await this.sync();
  }

  /** Makes the names in it durable. Files that are written at the same time share an fsync that begins after their renames. */
  sync(): Promise<void> {
    return this.#syncs.run();
  }

  /** Empty if the folder doesn't exist. */
  async names(): Promise<readonly string[]> {
    return (await unlessMissing(() => this.#files.names(this.path))) ?? [];
  }

  /** Lets the next reads see all that other processes wrote before this call. */
  async refresh(): Promise<void> {
    await this.#files.refresh?.(this.path);
  }

  /**
   * The first `limit` bytes, or all; undefined if there is no such file. A link, a folder, pipe, socket, or device of that name, and
   * a file of more than `maxSize` bytes is damaged: this program can't have written it, and it isn't read.
   */
  async read(
    name: string,
    maxSize: number,
    limit?: number,
  ): Promise<Result<OwnFile, StoredFailure<never>> | undefined> {
    const status = await this.status(name);
    if (!status) return undefined;
    if (!status.isFile) return damaged('not a file');
    if (status.size > maxSize) return damaged('too large');
    const bytes = await unlessMissing(() => this.#files.read(this.#pathOf(name), limit));
    return bytes && success({ bytes, size: status.size });
  }

  /** Undefined if there is no such file. */
  status(name: string): Promise<FileStatus | undefined> {
    return unlessMissing(() => this.#files.stat(this.#pathOf(name)));
  }

  /** Does nothing if there is no such file. */
  async remove(name: string): Promise<void> {
    await unlessMissing(() => this.#files.remove(this.#pathOf(name)));
  }

  /** Does nothing if there is no such file. */
  async rename(from: string, to: string): Promise<void> {
    await unlessMissing(() => this.#files.rename(this.#pathOf(from), this.#pathOf(to)));
  }

  /** Moves a file that doesn't count into the folder `damaged`. */
  async setAside(name: string): Promise<void> {
    await this.#files.makeFolder(this.#pathOf('damaged'));
    await this.rename(name, join('damaged', name));
  }

  #pathOf(name: string): string {
    return join(this.path, name);
  }
}

/** The result of a step; undefined if the file or the folder doesn't exist. */
async function unlessMissing<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await step();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Whether a file is one that is being written, or was when its process ended. */
export function isUnfinishedFile(name: string): boolean {
  return /^writing-[\w-]+\.tmp$/.test(name);
}
