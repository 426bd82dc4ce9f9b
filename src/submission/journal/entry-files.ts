import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { errorCode, type FileOperations } from '../storage/file-operations.ts';
import type { ProcessIdentity } from '../storage/process-identity.ts';
import type { Reading } from '../storage/stored-fields.ts';
import { temporaryName } from '../storage/temporary-files.ts';
import { isEntryId, type JournalEntry } from './entry.ts';
import { type EntryNames, entryName, factKinds, factName } from './entry-names.ts';
import type { EntryFacts } from './entry-state.ts';
import { bodyOf, longestHead, parseEntry, parseFact } from './format.ts';

/** One entry as it lies on the disk, head and facts. */
export interface StoredEntry {
  readonly entry: JournalEntry;
  readonly facts: EntryFacts;
  /** Of the head and the body, in bytes. */
  readonly size: number;
}

/** What can't be read, and the file that is to blame. */
export type EntryReading =
  | { readonly kind: 'ok'; readonly value: StoredEntry }
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged'; readonly file: string; readonly reason: string }
  /** `entry`: what it is about, where that can be told without knowing how it ended. */
  | {
      readonly kind: 'newer';
      readonly file: string;
      readonly reason: string;
      readonly entry?: JournalEntry;
    };

/** The folder of a journal: its names, and how its files are written and read whole. Failures are errors with a `code`. */
export class EntryFiles {
  readonly folder: string;
  readonly #files: FileOperations;
  readonly #self: () => Promise<ProcessIdentity>;
  readonly #random: (size: number) => Uint8Array;

  constructor(
    folder: string,
    files: FileOperations,
    self: () => Promise<ProcessIdentity>,
    random: (size: number) => Uint8Array,
  ) {
    this.folder = folder;
    this.#files = files;
    this.#self = self;
    this.#random = random;
  }

  /**
   * Writes a file so that it is there whole or not at all, and survives a power failure once this resolves: a temporary file
   * in the same folder, fsync, rename, fsync of the folder.
   */
  async writeWhole(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = this.#path(temporaryName(await this.#self(), this.#random(8)));
    try {
      await this.#writeDurably(temporary, bytes);
      await this.#files.rename(temporary, this.#path(name));
    } catch (error) {
      await this.#files.remove(temporary).catch(() => undefined);
      throw error;
    }
    await this.#files.syncFolder(this.folder);
  }

  /** Empty where the folder doesn't exist. */
  async names(): Promise<readonly string[]> {
    try {
      return await this.#files.names(this.folder);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async read({ id, facts: kinds }: EntryNames): Promise<EntryReading> {
    const file = entryName(id);
    const head = await this.#readHead(id);
    if (head === undefined) return { kind: 'missing' };
    if (head.reading.kind !== 'ok')
      return unreadable(file, head.reading, 'value' in head.reading ? head.reading.value : undefined);
    const entry = head.reading.value;
    let facts: EntryFacts = {};
    for (const kind of kinds) {
      const bytes = await this.readIfThere(factName(id, kind));
      if (bytes === undefined) continue;
      const fact = parseFact(kind, bytes);
      if (fact.kind !== 'ok') return unreadable(factName(id, kind), fact, entry);
      facts = { ...facts, ...fact.value };
    }
    return { kind: 'ok', value: { entry, facts, size: head.size } };
  }

  /** Reads an entry of which it isn't known what files there are. */
  async readById(id: string): Promise<EntryReading> {
    return isEntryId(id) ? this.read({ id, facts: factKinds }) : { kind: 'missing' };
  }

  /** A few at a time: enough to keep the disk busy, few enough for any limit on open files. */
  async readAll(names: readonly EntryNames[]): Promise<ReadonlyMap<string, EntryReading>> {
    const found = new Map<string, EntryReading>();
    const queue = names.values();
    const worker = async () => {
      for (const entry of queue) found.set(entry.id, await this.read(entry));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return found;
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const bytes = isEntryId(id) ? await this.readIfThere(entryName(id)) : undefined;
    if (!bytes) return undefined;
    const reading = parseEntry(id, bytes, bytes.length);
    const body = bodyOf(bytes);
    return reading.kind === 'ok' && reading.value.body.sha256 === sha256(body) ? body : undefined;
  }

  /** Milliseconds since the epoch; undefined where there is no such file. */
  async modifiedAt(name: string): Promise<number | undefined> {
    try {
      return (await this.#files.stat(this.#path(name))).modifiedAt;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Content with a file that is gone already. */
  async remove(name: string): Promise<void> {
    try {
      await this.#files.remove(this.#path(name));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  /** The head first: what is left of an interrupted deletion is facts without an entry, never an entry without its outcome. */
  async removeEntry(id: string): Promise<void> {
    await this.remove(entryName(id));
    await this.#files.syncFolder(this.folder);
    for (const kind of factKinds) await this.remove(factName(id, kind));
  }

  async setAside(name: string): Promise<void> {
    await this.#files.makeFolder(join(this.folder, 'damaged'));
    try {
      await this.#files.rename(this.#path(name), join(this.folder, 'damaged', name));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  async #writeDurably(path: string, bytes: Uint8Array): Promise<void> {
    const file = await this.#create(path);
    try {
      await file.write(bytes);
      await file.sync();
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
    await file.close();
  }

  async #create(path: string) {
    try {
      return await this.#files.create(path);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      await this.#files.makeFolder(this.folder);
      return this.#files.create(path);
    }
  }

  async #readHead(id: string): Promise<{ reading: Reading<JournalEntry>; size: number } | undefined> {
    const path = this.#path(entryName(id));
    try {
      const { size } = await this.#files.stat(path);
      return { reading: parseEntry(id, await this.#files.read(path, longestHead), size), size };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async readIfThere(name: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#files.read(this.#path(name));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function unreadable(
  file: string,
  reading: Exclude<Reading<unknown>, { kind: 'ok' }>,
  entry: JournalEntry | undefined,
): EntryReading {
  return reading.kind === 'newer'
    ? { kind: 'newer', file, reason: `version ${reading.version}`, ...(entry && { entry }) }
    : { kind: 'damaged', file, reason: reading.reason };
}
