import type { DurableFolder, OwnFile } from '../../../storage/durable-folder.ts';
import {
  damaged,
  knownValue,
  type StoredFailure,
  type StoredResult,
} from '../../../storage/stored-fields.ts';
import {
  type Damage,
  type EntryFacts,
  isEntryId,
  type JournalEntry,
  mayHaveCreated,
  stateOf,
  timeOfId,
  unreadableEntry,
  withoutResponse,
} from '../entry.ts';
import { type JournalRecord, withFileFailures } from '../journal.ts';
import type { FactKind } from './entry-format.ts';
import { bodyOf, hasHead, isBodyOf, maxSize, parseEntry, parseFact, usualHead } from './entry-format.ts';

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

/** An entry that is being deleted: its facts are removed after it. */
function deletedName(id: string): string {
  return `${id}.deleted`;
}

/** The submissions among a folder's file names, oldest first, and the IDs of those that are being deleted. */
export function entriesAmong(names: readonly string[]): {
  readonly entries: readonly EntryNames[];
  readonly deleted: ReadonlySet<string>;
} {
  const present = new Set(names);
  const idsIn = (pattern: RegExp) =>
    new Set(names.map((name) => pattern.exec(name)?.[1] ?? '').filter(isEntryId));
  const deleted = idsIn(/^([^.]+)\.deleted$/);
  const entries = [...idsIn(/^([^.]+)\.(?:entry|outcome|lost|settled)$/)]
    .filter((id) => !deleted.has(id))
    .sort()
    .map((id) => ({ id, facts: factKinds.filter((fact) => present.has(factName(id, fact))) }));
  return { entries, deleted };
}

/** Identifies an entry in its current state: a new fact is a new file. */
export function entryStateKey({ id, facts }: EntryNames): string {
  return [id, ...facts].join('.');
}

/** One submission on disk. */
export interface StoredEntry {
  readonly entry: JournalEntry;
  readonly facts: EntryFacts;
  /** Of the head and the body, in bytes. */
  readonly size: number;
}

export function recordOf({ entry, facts }: StoredEntry): JournalRecord {
  return { entry, state: stateOf(facts), ...(facts.damage?.isEntry && { isUnreadable: true }) };
}

/**
 * A journal's entries as files of its folder. Whoever else can write there has the same say as a gateway: what can't be read, or
 * isn't what it says, is damage, and never counts as created. Failures are errors with a `code`.
 */
export class EntryFiles {
  readonly folder: DurableFolder;
  /** IDs of entries whose body was compared with their head. Entries never change. */
  readonly #compared = new Set<string>();
  /** Long entries are read one at a time. */
  #lastRead: Promise<unknown> = Promise.resolve();

  constructor(folder: DurableFolder) {
    this.folder = folder;
  }

  /** Reads an entry with `…` in place of its response; undefined if there is none. */
  async read(names: EntryNames): Promise<StoredEntry | undefined> {
    const stored = await this.#read(names);
    if (!stored?.facts.outcome) return stored;
    return { ...stored, facts: { ...stored.facts, outcome: withoutResponse(stored.facts.outcome) } };
  }

  /** Reads an entry with its response, without knowing which files exist. */
  async readById(id: string): Promise<StoredEntry | undefined> {
    return isEntryId(id) ? this.#read({ id, facts: factKinds }) : undefined;
  }

  /** Like `read`, several at a time. */
  async readAll(names: readonly EntryNames[]): Promise<ReadonlyMap<string, StoredEntry>> {
    const found = new Map<string, StoredEntry>();
    await forEachEntry(names, async (entry) => {
      const stored = await this.read(entry);
      if (stored) found.set(entry.id, stored);
    });
    return found;
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const stored = await this.readById(id);
    if (!stored || stored.facts.damage?.isEntry) return undefined;
    const body = bodyOf(await this.#readWhole(id));
    return isBodyOf(stored.entry, body) ? body : undefined;
  }

  /** The head is the first to go, durably: an interrupted deletion leaves facts without an entry, never an entry without its outcome. */
  async removeEntry(id: string): Promise<void> {
    await this.folder.rename(entryName(id), deletedName(id));
    await this.folder.sync();
    await this.finishDeletion(id);
  }

  /** Recovery removes what can't be removed now. A settlement goes last: of an unreadable entry, it says that nothing was created. */
  async finishDeletion(id: string): Promise<void> {
    await withFileFailures(this.folder.path, async () => {
      for (const kind of factKinds) await this.folder.remove(factName(id, kind));
      await this.folder.remove(deletedName(id));
    });
  }

  /** The one check of all that is read back of a submission. */
  async #read({ id, facts: kinds }: EntryNames): Promise<StoredEntry | undefined> {
    const file = await this.folder.read(entryName(id), maxSize.entry, usualHead);
    const facts = await this.#readFacts(id, kinds);
    const mayBeCreated = mayHaveCreated(stateOf(facts));
    // Facts alone: their entry was lost, unless they say that nothing was created, or it is being deleted.
    const isAlone = !file && mayBeCreated && Object.keys(facts).length > 0;
    if (!file && !(isAlone && (await this.folder.status(deletedName(id))) === undefined)) return undefined;
    const head = file?.ok
      ? await this.#readEntry(id, file.value, mayBeCreated)
      : (file ?? damaged('missing'));
    const size = file?.ok ? file.value.size : 0;
    if (head.ok) return { entry: head.value, facts, size };
    const entry = knownValue(head);
    const damage = damageOf(id, entryName(id), head.failure, entry === undefined);
    return { entry: entry ?? unreadableEntry(id), facts: { ...facts, damage }, size };
  }

  async #readFacts(id: string, kinds: readonly FactKind[]): Promise<EntryFacts> {
    let facts: EntryFacts = {};
    for (const kind of kinds) {
      const name = factName(id, kind);
      const file = await this.folder.read(name, maxSize.fact);
      const fact = file?.ok ? parseFact(kind, file.value.bytes) : file;
      if (fact?.ok) facts = { ...facts, ...fact.value };
      else if (fact) facts = { ...facts, damage: damageOf(id, name, fact.failure) };
    }
    return facts;
  }

  /** Compares the body of one that may have been created, once. */
  async #readEntry(id: string, file: OwnFile, mayBeCreated: boolean): Promise<StoredResult<JournalEntry>> {
    const isEnough = hasHead(file.bytes) && (!mayBeCreated || this.#compared.has(id));
    const bytes = isEnough || file.bytes.length === file.size ? file.bytes : await this.#readWhole(id);
    const head = parseEntry(id, bytes, file.size);
    if (!head.ok || isEnough) return head;
    if (mayBeCreated && !isBodyOf(head.value, bodyOf(bytes)))
      return damaged('its body is not that of its head');
    if (mayBeCreated) this.#compared.add(id);
    return head;
  }

  #readWhole(id: string): Promise<Uint8Array> {
    const read = this.#lastRead.then(async () => {
      const file = await this.folder.read(entryName(id), maxSize.entry);
      return file?.ok ? file.value.bytes : new Uint8Array();
    });
    this.#lastRead = read.catch(() => undefined);
    return read;
  }
}

function damageOf(id: string, file: string, failure: StoredFailure<unknown>, isEntry = false): Damage {
  const reason = failure.kind === 'newer' ? `version ${failure.version}` : failure.reason;
  return { kind: failure.kind, file, reason, isEntry, at: timeOfId(id) };
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
