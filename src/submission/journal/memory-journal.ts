import { randomBytes } from 'node:crypto';
import { failure, success } from '../../result.ts';
import { SystemProcesses } from '../../system/process-identity.ts';
import {
  bodyContentHash,
  type EntryDraft,
  type JournalEntry,
  newEntryId,
  type RecordedOutcome,
  sha256,
  withoutResponse,
} from './entry.ts';
import {
  type BeginResult,
  type Intent,
  type Journal,
  type JournalRecord,
  type JournalWriteResult,
  type ListResult,
  type ReadResult,
  type RelatedResult,
  serviceAddress,
  traitsOf,
} from './journal.ts';

/** A journal for the submissions of this process only: for a command without `--journal`. Keeps no responses. */
export class MemoryJournal
  implements Pick<Journal, 'begin' | 'conclude' | 'related' | 'list' | 'read' | 'body'>
{
  readonly #records = new Map<string, JournalRecord>();
  /** IDs by trait. */
  readonly #ids = new Map<string, string[]>();
  readonly #processes = new SystemProcesses();

  async begin(
    draft: EntryDraft,
    body: Uint8Array,
    contentSha256 = bodyContentHash(body),
  ): Promise<BeginResult> {
    const now = new Date();
    const entry: JournalEntry = {
      id: newEntryId(now, randomBytes(8)),
      begunAt: now.toISOString(),
      ...draft,
      body: { sha256: sha256(body), contentSha256, length: body.length },
      owner: await this.#processes.self(),
    };
    this.#records.set(entry.id, { entry, state: { kind: 'in-flight' } });
    const service = serviceAddress(draft.requestUrl);
    for (const trait of traitsOf({ ...draft, contentHash: contentSha256 }, service))
      this.#ids.set(trait, [...(this.#ids.get(trait) ?? []), entry.id]);
    return success(entry);
  }

  async conclude(id: string, outcome: RecordedOutcome): Promise<JournalWriteResult> {
    const record = this.#records.get(id);
    if (!record) return failure({ kind: 'missing' });
    const at = new Date().toISOString();
    this.#records.set(id, { entry: record.entry, state: { ...withoutResponse(outcome), at } });
    return success(undefined);
  }

  async related(intent: Intent, except: readonly string[] = []): Promise<RelatedResult> {
    const traits = traitsOf(intent, serviceAddress(intent.requestUrl));
    const ids = new Set(traits.flatMap((trait) => this.#ids.get(trait) ?? []));
    const records = [...ids].filter((id) => !except.includes(id)).map((id) => this.#records.get(id));
    const found = records.filter((record) => record !== undefined);
    return success(found.toSorted((a, b) => (a.entry.id < b.entry.id ? 1 : -1)));
  }

  async list(): Promise<ListResult> {
    return success({ records: [...this.#records.values()].toReversed() });
  }

  async body(): Promise<undefined> {
    // It would fill the memory.
  }

  async read(id: string): Promise<ReadResult> {
    const record = this.#records.get(id);
    return record ? success(record) : failure({ kind: 'missing' });
  }
}
