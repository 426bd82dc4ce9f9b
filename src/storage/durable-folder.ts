import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { errorCode, type FileOperations, type FileStatus, writeAtomically } from './file-operations.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { SharedRun } from './shared-run.ts';

/**
 * A folder that several processes share. Files are written as a whole or not at all, and a missing file is not an error.
 * Other failures are errors with a `code`.
 */
export class DurableFolder {
  readonly path: string;
  readonly #files: FileOperations;
  readonly #self: () => Promise<ProcessIdentity>;
  readonly #random: (size: number) => Uint8Array;
  readonly #syncs = new SharedRun(() => this.#files.syncFolder(this.path));

  constructor(
    path: string,
    files: FileOperations,
    self: () => Promise<ProcessIdentity>,
    random: (size: number) => Uint8Array,
  ) {
    this.path = path;
    this.#files = files;
    this.#self = self;
    this.#random = random;
  }

  /**
   * Writes a file as a whole or not at all. It survives a power failure once this resolves.
   */
  async writeWhole(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = this.#pathOf(temporaryName(await this.#self(), this.#random(8)));
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

  /**
   * The first `limit` bytes, or all; undefined if there is no such file. A folder, pipe, socket, or device of that name
   * reads as empty, and so does a file that is too large to be one of ours.
   */
  async read(name: string, limit?: number): Promise<Uint8Array | undefined> {
    try {
      return await unlessMissing(() => this.#files.read(this.#pathOf(name), limit));
    } catch (error) {
      // Something that this program can't have written.
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!['EFTYPE', 'EISDIR', 'ENXIO', 'ERR_FS_FILE_TOO_LARGE'].includes(code)) throw error;
      return new Uint8Array();
    }
  }

  /** Undefined if there is no such file. */
  status(name: string): Promise<FileStatus | undefined> {
    return unlessMissing(() => this.#files.stat(this.#pathOf(name)));
  }

  /** Does nothing if there is no such file. */
  async remove(name: string): Promise<void> {
    await unlessMissing(() => this.#files.remove(this.#pathOf(name)));
  }

  /** Moves a damaged file into the folder `damaged`. Does nothing if there is no such file. */
  async setAside(name: string): Promise<void> {
    const damaged = join(this.path, 'damaged');
    await this.#files.makeFolder(damaged);
    await unlessMissing(() => this.#files.rename(this.#pathOf(name), join(damaged, name)));
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

/** A name that identifies the process that writes the file, so that abandoned files can be deleted. */
export function temporaryName(owner: ProcessIdentity, random: Uint8Array): string {
  const started = owner.startedAt.replace(':', '_');
  return `writing-${machineOf(owner)}-${owner.pid}-${started}-${Buffer.from(random).toString('hex')}.tmp`;
}

/** The process that writes a temporary file, by its name; undefined for other files. */
export function ownerOfTemporary(
  name: string,
  self: ProcessIdentity,
): ProcessIdentity | 'elsewhere' | undefined {
  const [, machine, pid, started] =
    /^writing-([0-9a-f]{8})-(\d+)-([a-z]+_\d+)-[0-9a-f]+\.tmp$/.exec(name) ?? [];
  if (!machine || !pid || !started) return undefined;
  return machine === machineOf(self)
    ? { ...self, pid: Number(pid), startedAt: started.replace('_', ':') }
    : 'elsewhere';
}

function machineOf({ host, bootId, pidNamespace }: ProcessIdentity): string {
  const identity = JSON.stringify([host, bootId, pidNamespace]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 8);
}
