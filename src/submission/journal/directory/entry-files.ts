import { failure, type Result, success } from '../../../result.ts';
import type { DurableFolder } from '../../../storage/durable-folder.ts';
import { knownValue, type StoredFailure, type StoredResult } from '../../../storage/stored-fields.ts';
import { type EntryFacts, isEntryId, type JournalEntry, sha256, withoutResponse } from '../entry.ts';
import { withFileFailures } from '../journal.ts';
import type { FactKind } from './entry-format.ts';
import { bodyOf, hasHead, parseEntry, parseFact, usualHead } from './entry-format.ts';

/** Which files of one entry exist. */
export interface EntryNames {
  readonly id: string;
  readonly facts: readonly FactKind[];
}

export const factKinds: readonly FactKind[] = ['outcome', 'lost', 'settled'];

export function entryName(id: string): string {
  return `${id}.entry`;
}

export function factName(id: string, kind: FactKind): string {
  return `${id}.${kind}`;
}

/** The entries among a folder's file names, oldest first, and the facts without an entry. */
export function entriesAmong(names: readonly string[]): {
  readonly entries: readonly EntryNames[];
  readonly orphans: readonly string[];
} {
  const present = new Set(names);
  const entries: EntryNames[] = [];
  const orphans: string[] = [];
  for (const name of [...names].sort()) {
    const [id = '', kind = '', ...more] = name.split('.');
    if (!isEntryId(id) || more.length > 0) continue;
    if (kind === 'entry')
      entries.push({ id, facts: factKinds.filter((fact) => present.has(factName(id, fact))) });
    else if (factKinds.some((known) => known === kind) && !present.has(entryName(id))) orphans.push(name);
  }
  return { entries, orphans };
}

/** Includes names that only look like an entry's: reading them finds no entry. */
export function entryIds(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith('.entry')).map((name) => name.slice(0, -'.entry'.length));
}

/** Identifies an entry in its current state: a new fact is a new file. */
export function entryStateKey({ id, facts }: EntryNames): string {
  return [id, ...facts].join('.');
}

/** One entry on disk, head and facts. */
export interface StoredEntry {
  readonly entry: JournalEntry;
  readonly facts: EntryFacts;
  /** Of the head and the body, in bytes. */
  readonly size: number;
}

/** Why an entry can't be read, and the file. */
export type EntryFailure =
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged'; readonly file: string; readonly reason: string }
  /** `entry` is present if only its facts can't be read. */
  | {
      readonly kind: 'newer';
      readonly file: string;
      readonly reason: string;
      readonly entry?: JournalEntry;
    };

/** A journal's entries as files of its folder. Failures are errors with a `code`. */
export class EntryFiles {
  readonly folder: DurableFolder;

  constructor(folder: DurableFolder) {
    this.folder = folder;
  }

  /** Reads an entry with `…` in place of its response. */
  async read(names: EntryNames): Promise<Result<StoredEntry, EntryFailure>> {
    const stored = await this.#read(names);
    if (!stored.ok) return stored;
    const { outcome, ...others } = stored.value.facts;
    const facts = { ...others, ...(outcome && { outcome: withoutResponse(outcome) }) };
    return success({ ...stored.value, facts });
  }

  async #read({ id, facts: kinds }: EntryNames): Promise<Result<StoredEntry, EntryFailure>> {
    const file = entryName(id);
    const head = await this.#readHead(id);
    if (head === undefined) return failure({ kind: 'missing' });
    if (!head.reading.ok) return unreadable(file, head.reading.failure, knownValue(head.reading));
    const entry = head.reading.value;
    let facts: EntryFacts = {};
    for (const kind of kinds) {
      const bytes = await this.folder.read(factName(id, kind));
      if (bytes === undefined) continue;
      const fact = parseFact(kind, bytes);
      if (!fact.ok) return unreadable(factName(id, kind), fact.failure, entry);
      facts = { ...facts, ...fact.value };
    }
    return success({ entry, facts, size: head.size });
  }

  /** Reads an entry with its response, without knowing which files exist. */
  async readById(id: string): Promise<Result<StoredEntry, EntryFailure>> {
    return isEntryId(id) ? this.#read({ id, facts: factKinds }) : failure({ kind: 'missing' });
  }

  /** Like `read`, several at a time. */
  async readAll(
    names: readonly EntryNames[],
  ): Promise<ReadonlyMap<string, Result<StoredEntry, EntryFailure>>> {
    const found = new Map<string, Result<StoredEntry, EntryFailure>>();
    await forEachEntry(names, async (entry) => {
      found.set(entry.id, await this.read(entry));
    });
    return found;
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const bytes = isEntryId(id) ? await this.folder.read(entryName(id)) : undefined;
    if (!bytes) return undefined;
    const reading = parseEntry(id, bytes, bytes.length);
    const body = bodyOf(bytes);
    return reading.ok && reading.value.body.sha256 === sha256(body) ? body : undefined;
  }

  /**
   * Removes the head first: an interrupted deletion leaves facts without an entry, never an entry without its outcome. Recovery
   * removes facts that can't be removed now.
   */
  async removeEntry(id: string): Promise<void> {
    await this.folder.remove(entryName(id));
    await this.folder.sync();
    for (const kind of factKinds)
      await withFileFailures(this.folder.path, () => this.folder.remove(factName(id, kind)));
  }

  async #readHead(id: string): Promise<{ reading: StoredResult<JournalEntry>; size: number } | undefined> {
    const name = entryName(id);
    const status = await this.folder.status(name);
    if (!status) return undefined;
    const beginning = await this.folder.read(name, usualHead);
    const isCut = beginning && beginning.length < status.size && !hasHead(beginning);
    const bytes = isCut ? await this.folder.read(name) : beginning;
    return bytes && { reading: parseEntry(id, bytes, status.size), size: status.size };
  }
}

/** Takes a step for each entry, eight at a time: that keeps the disk busy, and stays below any limit on open files. */
export async function forEachEntry(
  entries: readonly EntryNames[],
  step: (entry: EntryNames) => Promise<void>,
): Promise<void> {
  const queue = entries.values();
  const worker = async () => {
    for (const entry of queue) await step(entry);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

function unreadable(
  file: string,
  reason: StoredFailure<unknown>,
  entry: JournalEntry | undefined,
): Result<never, EntryFailure> {
  return failure(
    reason.kind === 'newer'
      ? { kind: 'newer', file, reason: `version ${reason.version}`, ...(entry && { entry }) }
      : { kind: 'damaged', file, reason: reason.reason },
  );
}
