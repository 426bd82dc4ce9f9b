import type { Environment } from '../../environments/environment.ts';
import type { FoundDataset } from '../dataset-history.ts';
import type { Batch } from '../journal/directory/directory-batches.ts';
import { documentKey, isDone, mayHaveCreated } from '../journal/entry.ts';
import type { JournalRecord } from '../journal/journal.ts';
import { rowOf } from '../outcome-message.ts';
import { earlierOf } from '../recorded-outcome.ts';
import type { SubmissionOutcome, SubmissionProgress } from '../submit.ts';

/** The result for one of the documents that the user wants to create datasets from. */
export type DocumentResult = (
  | SubmissionOutcome
  /** It has errors, or can't be read. */
  | { readonly kind: 'invalid' }
  /** Its dataset is known to exist, so nothing was sent. */
  | { readonly kind: 'unchanged'; readonly earlier: JournalRecord }
) & {
  /** What the journal said of the document before. */
  readonly found?: FoundDataset;
};

/** Whether it was submitted, or was about to be. */
export function isSubmission(result: DocumentResult): result is SubmissionOutcome {
  return result.kind !== 'invalid' && result.kind !== 'unchanged';
}

/** The result without what the gateway answered, which the journal has: the responses of many would fill the memory. */
export function withoutAnswer<Result extends DocumentResult>(result: Result): Result;
export function withoutAnswer(result: DocumentResult): DocumentResult {
  switch (result.kind) {
    case 'unchanged': {
      const { entry, state } = result.earlier;
      return {
        ...result,
        earlier: { entry, state: 'response' in state ? { ...state, response: '…' } : state },
      };
    }
    case 'created':
    case 'accepted':
    case 'rejected':
      return { ...result, response: { ...result.response, headers: {}, body: new Uint8Array() } };
    case 'unknown': {
      const { cause } = result;
      if (!('response' in cause)) return result;
      const response = { ...cause.response, headers: {}, body: new Uint8Array() };
      return { ...result, cause: { ...cause, response } };
    }
    case 'invalid':
    case 'not-sent':
    case 'cancelled':
      return result;
  }
}

export type ResultKind = SubmissionOutcome['kind'] | 'invalid' | 'skipped';

/** How a result is counted. Documents that were created before, or may have been, are skipped. */
export function resultKindOf(result: DocumentResult): ResultKind {
  return result.kind === 'unchanged' || (isSubmission(result) && earlierOf(result)) ? 'skipped' : result.kind;
}

export interface BatchProgress {
  readonly total: number;
  /** The number of requests in flight. */
  readonly sending: number;
  readonly counts: Readonly<Record<ResultKind, number>>;
  /** What a submission has just begun; for `waiting`, all of them wait. Absent if there is a new result instead. */
  readonly step?: SubmissionProgress;
}

/** How the submission of one document or many ended. */
export interface BatchEnd {
  /**
   * `invalid`: nothing was sent, because no document is valid, or because one is not and all had to be. `declined`: the user
   * declined, or cancelled the validation. `failed`: nothing was sent, because a credential or the journal is missing; all results
   * are the same. `finished`: all documents were handled. `stopped`: the user stopped it. `aborted`: the rest would fail the same
   * way, for example because the disk is full, there is no token, or the subscription key is rejected.
   */
  readonly end: 'invalid' | 'declined' | 'failed' | 'finished' | 'stopped' | 'aborted';
  /** Documents that remain to be submitted. */
  readonly left: number;
  /** One for each document; of several, without the response. */
  readonly results: ReadonlyMap<string, DocumentResult>;
  /** Absent if none was confirmed. */
  readonly environment?: Environment;
  /** The ID of the batch, if there was one. */
  readonly batch?: string | undefined;
}

/** A service that fails is left alone: the batch is aborted after this many suspect failures in a row. */
const maxSuspectFailures = 3;

/** Counts the results of a batch, and decides when the rest would fail the same way. */
export class BatchCounter {
  readonly #total: number;
  readonly #counts: Record<ResultKind, number> = {
    created: 0,
    accepted: 0,
    rejected: 0,
    unknown: 0,
    'not-sent': 0,
    cancelled: 0,
    invalid: 0,
    skipped: 0,
  };
  /** In the order in which they arrive. A rejection says that the service works: those are in a row of their own. */
  #suspects: { readonly ofRejections: boolean; readonly count: number } | undefined;
  /** What was counted: documents with the same content have one submission. */
  readonly #submissions = new Set<string>();
  #shouldAbort = false;

  constructor(total: number) {
    this.#total = total;
  }

  get shouldAbort(): boolean {
    return this.#shouldAbort;
  }

  add(result: DocumentResult): void {
    const kind = resultKindOf(result);
    this.#counts[kind] += 1;
    if (!isSubmission(result) || kind === 'skipped' || kind === 'cancelled') return;
    const { submissionId } = result;
    if (submissionId !== undefined) {
      if (this.#submissions.has(submissionId)) return;
      this.#submissions.add(submissionId);
    }
    const { prospect } = rowOf(result);
    const ofRejections = result.kind === 'rejected' && result.status < 500;
    const before = this.#suspects?.ofRejections === ofRejections ? this.#suspects.count : 0;
    this.#suspects = prospect === 'suspect' ? { ofRejections, count: before + 1 } : undefined;
    this.#shouldAbort ||= prospect === 'abort' || this.#suspects?.count === maxSuspectFailures;
  }

  progress(sending: number, step?: SubmissionProgress): BatchProgress {
    const counts = { ...this.#counts };
    return { total: this.#total, sending, counts, step };
  }

  end(): Pick<BatchEnd, 'left' | 'end'> {
    const done = Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
    // A submission that was cancelled before it was sent remains to be done.
    const left = this.#total - done + this.#counts.cancelled;
    return { left, end: left === 0 ? 'finished' : this.#shouldAbort ? 'aborted' : 'stopped' };
  }
}

/** What an interrupted batch may have created: for each document, by its `documentKey`, the record that counts. */
export function historyOf(
  batch: string,
  records: readonly JournalRecord[],
): ReadonlyMap<string, JournalRecord> {
  const history = new Map<string, JournalRecord>();
  for (const record of records) {
    if (record.entry.batch !== batch || !mayHaveCreated(record.state)) continue;
    const key = documentKey(record.entry.document);
    const known = history.get(key);
    // A created dataset takes precedence over an unknown outcome.
    if (!known || (isDone(record) && !isDone(known))) history.set(key, record);
  }
  return history;
}

/** How many documents of an interrupted batch were created, are unknown, and remain, so that resuming sends them; and of these, were rejected. */
export function batchStatus(
  { id, documents }: Pick<Batch, 'id' | 'documents'>,
  records: readonly JournalRecord[],
): Readonly<Record<'created' | 'unknown' | 'remaining' | 'rejected', number>> {
  const history = historyOf(id, records);
  const created = [...history.values()].filter(isDone).length;
  const rejected = records
    .filter(({ entry, state }) => entry.batch === id && state.kind === 'rejected')
    .map(({ entry }) => documentKey(entry.document))
    .filter((key) => !history.has(key));
  return {
    created,
    unknown: history.size - created,
    remaining: documents.length - history.size,
    rejected: new Set(rejected).size,
  };
}
