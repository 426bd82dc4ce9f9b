import { randomBytes } from 'node:crypto';
import { failure, success } from '../../result.ts';
import { SystemProcesses } from '../../storage/process-identity.ts';
import {
  documentKey,
  type EntryDraft,
  type JournalEntry,
  newEntryId,
  type RecordedOutcome,
  sha256,
  withoutResponse,
} from './entry.ts';
import type {
  BeginResult,
  Intent,
  Journal,
  JournalRecord,
  JournalWriteResult,
  ListResult,
  ReadResult,
  RelatedResult,
} from './journal.ts';

/** A journal for the submissions of this process only: for a command without `--journal`. Keeps no responses. */
export class MemoryJournal implements Pick<Journal, 'begin' | 'conclude' | 'related' | 'list' | 'read'> {
  readonly #records = new Map<string, JournalRecord>();
  /** IDs by document and by content. */
  readonly #ids = new Map<string, string[]>();
  readonly #processes = new SystemProcesses();

  async begin(draft: EntryDraft, body: Uint8Array, bodyHash = sha256(body)): Promise<BeginResult> {
    const now = new Date();
    const entry: JournalEntry = {
      id: newEntryId(now, randomBytes(8)),
      begunAt: now.toISOString(),
      ...draft,
      body: { sha256: bodyHash, length: body.length },
      owner: await this.#processes.self(),
    };
    this.#records.set(entry.id, { entry, state: { kind: 'in-flight' } });
    for (const key of [documentKey(draft.document), entry.body.sha256])
      this.#ids.set(key, [...(this.#ids.get(key) ?? []), entry.id]);
    return success(entry);
  }

  async conclude(id: string, outcome: RecordedOutcome): Promise<JournalWriteResult> {
    const record = this.#records.get(id);
    if (!record) return failure({ kind: 'missing' });
    const at = new Date().toISOString();
    this.#records.set(id, { entry: record.entry, state: { ...withoutResponse(outcome), at } });
    return success(undefined);
  }

  async related(
    { document, bodyHash, requestUrl }: Intent,
    except: readonly string[] = [],
  ): Promise<RelatedResult> {
    const keys = [documentKey(document), bodyHash];
    const ids = new Set(keys.flatMap((key) => this.#ids.get(key) ?? []));
    const records = [...ids]
      .filter((id) => !except.includes(id))
      .map((id) => this.#records.get(id))
      .filter((record) => record?.entry.requestUrl === requestUrl)
      .filter((record) => record !== undefined);
    return success(records.toSorted((a, b) => (a.entry.id < b.entry.id ? 1 : -1)));
  }

  /** Always empty: nothing is known of other processes. */
  async list(): Promise<ListResult> {
    return success({ records: [], unreadable: [] });
  }

  async read(id: string): Promise<ReadResult> {
    const record = this.#records.get(id);
    return record ? success(record) : failure({ kind: 'missing' });
  }
}
