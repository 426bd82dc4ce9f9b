import type { SharedConnection } from '../../gateway/http.ts';
import { documentKey } from '../journal/entry.ts';
import { mayHaveCreated } from '../journal/entry-state.ts';
import type { JournalRecord } from '../journal/journal.ts';
import type { JournalFailure } from '../journal/journal-failure.ts';
import { rowOf } from '../outcome-message.ts';
import { earlierOf } from '../recorded-outcome.ts';
import type { SubmissionOutcome, SubmissionProgress } from '../submit.ts';
import type { Submitted } from '../submit-once.ts';

/** The result for one of the documents that the user wants to create datasets from. */
export type DocumentResult =
  | Submitted
  /** It has errors, or can't be read. */
  | { readonly kind: 'invalid' }
  /** The batch created it before it was interrupted. */
  | { readonly kind: 'done-before'; readonly earlier: JournalRecord };

export type ResultKind = SubmissionOutcome['kind'] | 'invalid' | 'skipped';

/** How a result is counted. Documents that were created before, or may have been, are skipped. */
export function resultKindOf(result: DocumentResult): ResultKind {
  if (result.kind !== 'submitted') return result.kind === 'invalid' ? 'invalid' : 'skipped';
  return earlierOf(result.outcome) ? 'skipped' : result.outcome.kind;
}

export interface BatchProgress {
  readonly total: number;
  /** The number of requests in flight. */
  readonly sending: number;
  readonly counts: Readonly<Record<ResultKind, number>>;
  /** What a submission has just begun; for `waiting`, all of them wait. Absent if there is a new result instead. */
  readonly step?: SubmissionProgress;
}

export interface BatchSummary {
  readonly counts: Readonly<Record<ResultKind, number>>;
  /** How many of them have a response that may be that of another request. */
  readonly doubtful: number;
  /** Documents that remain to be submitted. */
  readonly left: number;
  /**
   * `finished`: all documents were handled. `stopped`: the user stopped it. `aborted`: the rest would fail the same way, for
   * example because the disk is full, there is no token, or the subscription key is rejected.
   */
  readonly end: 'finished' | 'stopped' | 'aborted';
}

/** Counts the results of a batch, and decides when the rest would fail the same way. */
export class BatchCounter {
  readonly #total: number;
  /** The batch is aborted after this many consecutive suspect failures. */
  readonly #maxSuspectFailures: number;
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
  #doubtful = 0;
  #suspectFailures = 0;
  #shouldAbort = false;

  constructor(total: number, maxSuspectFailures: number) {
    this.#total = total;
    this.#maxSuspectFailures = maxSuspectFailures;
  }

  get shouldAbort(): boolean {
    return this.#shouldAbort;
  }

  add(result: DocumentResult): void {
    const kind = resultKindOf(result);
    this.#counts[kind] += 1;
    if (result.kind !== 'submitted' || kind === 'skipped') return;
    switch (rowOf(result.outcome).prospect) {
      case 'continue':
        this.#suspectFailures = 0;
        break;
      case 'suspect':
        this.#suspectFailures += 1;
        if (this.#suspectFailures >= this.#maxSuspectFailures) this.#shouldAbort = true;
        break;
      case 'abort':
        this.#shouldAbort = true;
    }
  }

  addDoubtful(): void {
    this.#doubtful += 1;
  }

  progress(sending: number, step?: SubmissionProgress): BatchProgress {
    const counts = { ...this.#counts };
    return { total: this.#total, sending, counts, ...(step && { step }) };
  }

  summary(isStopped: boolean): BatchSummary {
    const counts = { ...this.#counts };
    // A submission that was cancelled before it was sent remains to be done.
    const left =
      this.#total - Object.values(counts).reduce((sum, count) => sum + count, 0) + counts.cancelled;
    const end = this.#shouldAbort ? 'aborted' : isStopped || left > 0 ? 'stopped' : 'finished';
    return { counts, doubtful: this.#doubtful, left, end };
  }
}

/** What an interrupted batch did: for each document, the record that counts. */
export class BatchHistory {
  readonly #records = new Map<string, JournalRecord>();

  constructor(records: readonly JournalRecord[], batch: string) {
    for (const record of records) {
      if (record.entry.run !== batch || !mayHaveCreated(record.state)) continue;
      const key = documentKey(record.entry.document);
      const known = this.#records.get(key);
      // A created dataset takes precedence over an unknown outcome.
      if (!known || (isDone(record) && !isDone(known))) this.#records.set(key, record);
    }
  }

  /** Undefined if no dataset can have been created from the document. */
  of(document: string): JournalRecord | undefined {
    return this.#records.get(documentKey(document));
  }
}

/** True if the dataset is known to exist. */
export function isDone({ state }: JournalRecord): boolean {
  return mayHaveCreated(state) && state.kind !== 'unknown' && state.kind !== 'in-flight';
}

/** A submission whose response may be that of another request on the same connection. */
export interface DoubtfulSubmission {
  /** The document's URI. */
  readonly document: string;
  readonly submissionId: string;
  /** What the response says. */
  readonly outcome: 'created' | 'accepted' | 'rejected';
  readonly status: number;
  readonly datasetId?: string;
  /** Why the doubt could not be recorded. */
  readonly unrecorded?: JournalFailure;
}

/** Remembers what the responses on each kept connection said, until it is closed or turns out to be doubtful. */
export class ConnectionDoubts {
  readonly #submissions = new Map<SharedConnection, DoubtfulSubmission[]>();

  add(document: string, { outcome, submissionId }: Submitted): void {
    if (!('connection' in outcome) || !outcome.connection || submissionId === undefined) return;
    const { connection, status } = outcome;
    const datasetId = outcome.kind === 'rejected' ? undefined : outcome.datasetId;
    const submission = { document, submissionId, outcome: outcome.kind, status, datasetId };
    const known = this.#submissions.get(connection);
    if (known) known.push(submission);
    else this.#submissions.set(connection, [submission]);
  }

  /** Those that have become doubtful since the last call. */
  take(): readonly DoubtfulSubmission[] {
    const doubtful: DoubtfulSubmission[] = [];
    for (const [connection, submissions] of this.#submissions) {
      if (connection.state === 'doubtful') doubtful.push(...submissions);
      if (connection.state !== 'usable') this.#submissions.delete(connection);
    }
    return doubtful;
  }
}
