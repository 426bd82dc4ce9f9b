import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DescribedFileError,
  type FileOperations,
  type FileStatus,
  type WritableFile,
} from '../../storage/file-operations.ts';
import { SharedRun } from '../../storage/shared-run.ts';
import { type BranchFailure, describeBranchFailure, isAway } from './branch-failure.ts';
import type { BranchChange, RemoteBranch } from './remote-branch.ts';

export interface BranchFilesOptions {
  /** As the user knows it: `git:origin`. */
  readonly name: string;
  /** Otherwise, all that is written stays in memory. */
  readonly mayPush: boolean;
  /** Of a file that need not be pushed at once. It goes with the next push, soon, or at the end. */
  readonly ridesAlong: (name: string) => boolean;
}

/** In milliseconds: files that are written together share a push; others wait for one; how long a listing is a current one. */
const times = { gather: 100, ride: 2000, fresh: 1000 };

/** A folder whose files are those of a branch: to make it durable is a push, and to list it is a fetch. */
export class BranchFiles implements FileOperations {
  readonly #branch: RemoteBranch;
  readonly #options: BranchFilesOptions;
  /** Files that are being written, by their paths. */
  readonly #temporary = new Map<string, Uint8Array>();
  /** What the remote doesn't have yet, by name. */
  readonly #waiting = new Map<string, BranchChange>();
  /** Of these, those that a push has failed to add: the remote may have them. */
  readonly #doubtful = new Set<string>();
  readonly #pushes = new SharedRun(() => this.#push());
  readonly #fetches = new SharedRun(() => this.#fetchBranch());
  #exchangedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(branch: RemoteBranch, options: BranchFilesOptions) {
    this.#branch = branch;
    this.#options = options;
  }

  /** Tries to push what still waits. The names of the files that the remote may lack after that. */
  async flush(): Promise<readonly string[]> {
    if (!this.#options.mayPush) return [];
    this.#branch.extendTime();
    if (this.#waiting.size > 0) await this.#pushes.run().catch(() => undefined);
    return [...this.#waiting.keys()];
  }

  async makeFolder(): Promise<void> {
    // A tree has no empty folders.
  }

  async create(path: string): Promise<WritableFile> {
    this.#temporary.set(path, new Uint8Array());
    return {
      write: async (bytes) => void this.#temporary.set(path, Uint8Array.from(bytes)),
      sync: async () => undefined,
      close: async () => undefined,
    };
  }

  async rename(from: string, to: string): Promise<void> {
    const bytes = this.#temporary.get(from);
    const [name, file] = [basename(from), this.#branch.files.get(basename(from))];
    this.#temporary.delete(from);
    if (bytes) this.#waiting.set(basename(to), { name: basename(to), bytes });
    else if (file && basename(dirname(to)) === 'damaged') this.#waiting.set(name, { name, damaged: file });
    else throw missing(from);
  }

  /** What is in the branch stays there. */
  async remove(path: string): Promise<void> {
    const name = basename(path);
    if (this.#doubtful.has(name)) throw this.#errorOf({ kind: 'unreachable', detail: '' });
    if (!this.#temporary.delete(path) && !this.#waiting.delete(name) && !this.#branch.files.has(name))
      throw missing(path);
  }

  async syncFolder(): Promise<void> {
    if (!this.#options.mayPush) return;
    const isPatient = (name: string) => this.#options.ridesAlong(name) || this.#doubtful.has(name);
    if ([...this.#waiting.keys()].every(isPatient)) {
      this.#timer ??= setTimeout(() => this.#pushes.run().catch(() => undefined), times.ride).unref();
      return;
    }
    await delay(times.gather);
    await this.#pushes.run();
  }

  async names(): Promise<readonly string[]> {
    // A push is a listing, too: whoever pushes later has seen it, and yields.
    if (performance.now() - this.#exchangedAt >= times.fresh) await this.refresh();
    const names = new Set(this.#branch.files.keys());
    for (const change of this.#waiting.values())
      if ('bytes' in change) names.add(change.name);
      else names.delete(change.name);
    return [...names];
  }

  refresh(): Promise<void> {
    return this.#fetches.run();
  }

  async read(path: string, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
    const bytes = await this.#content(path);
    // A copy: a part would keep the memory of all.
    return bytes.length > limit ? Uint8Array.from(bytes.subarray(0, limit)) : bytes;
  }

  async stat(path: string): Promise<FileStatus> {
    const own = this.#ownBytes(path);
    const file = own ? { size: own.length, isFile: true } : this.#branch.files.get(basename(path));
    if (!file || (!own && this.#isSetAside(path))) throw missing(path);
    return { size: file.size, isFile: file.isFile, modifiedAt: Date.now() };
  }

  async #content(path: string): Promise<Uint8Array> {
    const own = this.#ownBytes(path);
    if (own) return own;
    const file = this.#branch.files.get(basename(path));
    if (!file || this.#isSetAside(path)) throw missing(path);
    // A content that Git can't read is like one that isn't ours.
    return (await this.#branch.read(file)) ?? new Uint8Array();
  }

  #ownBytes(path: string): Uint8Array | undefined {
    const waiting = this.#waiting.get(basename(path));
    return this.#temporary.get(path) ?? (waiting && 'bytes' in waiting ? waiting.bytes : undefined);
  }

  #isSetAside(path: string): boolean {
    return this.#waiting.has(basename(path));
  }

  async #fetchBranch(): Promise<void> {
    const fetched = await this.#branch.refresh();
    if (!fetched.ok) throw this.#errorOf(fetched.failure);
    this.#exchangedAt = performance.now();
  }

  async #push(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes = [...this.#waiting.values()];
    const pushed = await this.#branch.push(changes);
    if (!pushed.ok) {
      if (isAway(pushed.failure)) for (const { name } of changes) this.#doubtful.add(name);
      throw this.#errorOf(pushed.failure);
    }
    this.#exchangedAt = performance.now();
    const beaten = changes.filter((change) => this.#isBeaten(change)).map(({ name }) => name);
    for (const change of changes) {
      this.#doubtful.delete(change.name);
      if (this.#waiting.get(change.name) === change) this.#waiting.delete(change.name);
    }
    const refused = beaten.find((name) => !this.#options.ridesAlong(name));
    if (refused !== undefined) throw this.#errorOf({ kind: 'taken', detail: refused });
  }

  #errorOf(reason: BranchFailure): DescribedFileError {
    return new DescribedFileError(
      `E${reason.kind.toUpperCase()}`,
      describeBranchFailure(reason, this.#options.name),
    );
  }

  /** Whether somebody else has pushed another content under this name. */
  #isBeaten(change: BranchChange): boolean {
    return 'bytes' in change && this.#branch.files.get(change.name)?.id !== this.#branch.idOf(change.bytes);
  }
}

function missing(path: string): Error {
  return Object.assign(new Error(`There is no ${basename(path)}.`), { code: 'ENOENT' });
}
