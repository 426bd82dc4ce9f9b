import {
  type FileOperations,
  nodeFileOperations,
  type WritableFile,
} from '../../../src/storage/file-operations.ts';

export type Operation =
  | 'makeFolder'
  | 'create'
  | 'write'
  | 'sync'
  | 'close'
  | 'rename'
  | 'remove'
  | 'syncFolder'
  | 'names'
  | 'read'
  | 'stat';

/** How one operation ends: an error before it takes effect, or the end of the process before, in the middle of or after it. */
export type FileOutcome =
  | 'well'
  | { readonly code: string }
  | 'crash-before'
  | 'crash-within'
  | 'crash-after';

/** The end of the process: no operation of ours that comes after it has any effect. */
export class Crash extends Error {}

/** Decides how each operation ends; `step` counts from 1. */
export type Plan = (operation: Operation, path: string, step: number) => FileOutcome;

/** The real file system with faults. */
export class FaultyFiles implements FileOperations {
  plan: Plan = () => 'well';
  /** Operations so far. */
  steps = 0;
  crashed = false;
  readonly #open = new Set<WritableFile>();

  makeFolder(path: string) {
    return this.#run('makeFolder', path, () => nodeFileOperations.makeFolder(path));
  }

  async create(path: string): Promise<WritableFile> {
    const file = await this.#run('create', path, async () => {
      const opened = await nodeFileOperations.create(path);
      this.#open.add(opened);
      return opened;
    });
    return {
      write: (bytes) =>
        this.#run(
          'write',
          path,
          () => file.write(bytes),
          () => file.write(bytes.subarray(0, bytes.length / 2)),
        ),
      sync: () => this.#run('sync', path, () => file.sync()),
      close: async () => {
        this.#open.delete(file);
        // Whatever is told, nothing stays open in this process.
        if (!this.crashed) await file.close();
        return this.#run('close', path, async () => undefined);
      },
    };
  }

  rename(from: string, to: string) {
    return this.#run('rename', to, () => nodeFileOperations.rename(from, to));
  }

  remove(path: string) {
    return this.#run('remove', path, () => nodeFileOperations.remove(path));
  }

  syncFolder(path: string) {
    return this.#run('syncFolder', path, () => nodeFileOperations.syncFolder(path));
  }

  names(folder: string) {
    return this.#run('names', folder, () => nodeFileOperations.names(folder));
  }

  read(path: string, limit?: number) {
    return this.#run('read', path, () => nodeFileOperations.read(path, limit));
  }

  stat(path: string) {
    return this.#run('stat', path, () => nodeFileOperations.stat(path));
  }

  async #run<Value>(
    operation: Operation,
    path: string,
    effect: () => Promise<Value>,
    halfEffect: () => Promise<unknown> = effect,
  ): Promise<Value> {
    if (this.crashed) throw new Crash();
    const outcome = this.plan(operation, path, ++this.steps);
    if (outcome === 'well') return effect();
    if (typeof outcome === 'object') {
      // A full disk takes a part of what is written.
      if (operation === 'write') await halfEffect();
      throw Object.assign(new Error(`${outcome.code}: ${operation}`), { code: outcome.code });
    }
    this.crashed = true;
    if (outcome === 'crash-within') await halfEffect();
    if (outcome === 'crash-after') await effect();
    for (const file of this.#open) await file.close();
    throw new Crash();
  }
}
