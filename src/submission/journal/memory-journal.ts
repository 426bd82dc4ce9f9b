import { randomBytes } from 'node:crypto';
import { SystemProcesses } from '../../storage/processes/process-identity.ts';
import { documentKey } from './document-key.ts';
import { type EntryDraft, type JournalEntry, newEntryId, type RecordedOutcome } from './entry.ts';
import type { Begun, Intent, Journal, JournalRecord, Listing, Noted, Related } from './journal.ts';
import { sha256 } from './sha256.ts';

/** Knows what this process submitted, and forgets it with its end: for a command that was given no place for a journal. */
export class MemoryJournal implements Pick<Journal, 'begin' | 'answer' | 'conclude' | 'related' | 'list'> {
  readonly #records = new Map<string, JournalRecord>();
  readonly #processes = new SystemProcesses();

  async begin(draft: EntryDraft, body: Uint8Array): Promise<Begun> {
    const now = new Date();
    const entry: JournalEntry = {
      id: newEntryId(now, randomBytes(8)),
      begunAt: now.toISOString(),
      ...draft,
      body: { sha256: sha256(body), length: body.length },
      owner: await this.#processes.self(),
    };
    this.#records.set(entry.id, { entry, state: { outcome: 'in-flight' } });
    return { ok: true, entry };
  }

  async answer(id: string, outcome: RecordedOutcome): Promise<Noted> {
    return this.conclude(id, outcome);
  }

  async conclude(id: string, outcome: RecordedOutcome): Promise<Noted> {
    const record = this.#records.get(id);
    if (!record) return { ok: false, forbidden: 'missing' };
    // Nobody reads a response here, and many would add up.
    const { entry } = record;
    const slim = 'response' in outcome ? { ...outcome, response: '' } : outcome;
    this.#records.set(id, { entry, state: { ...slim, at: new Date().toISOString() } });
    return { ok: true };
  }

  async related(
    { document, bodyHash, requestUrl }: Intent,
    except: readonly string[] = [],
  ): Promise<Related> {
    const key = documentKey(document);
    const records = [...this.#records.values()].filter(
      ({ entry }) =>
        entry.requestUrl === requestUrl &&
        (entry.body.sha256 === bodyHash || documentKey(entry.document) === key) &&
        !except.includes(entry.id),
    );
    return { ok: true, records: records.reverse() };
  }

  /** Nothing is left of earlier processes. */
  async list(): Promise<Listing> {
    return { ok: true, records: [], unreadable: [] };
  }
}
