import type { JournalRecord } from '../journal/journal.ts';
import { rowOf } from '../outcome-message.ts';
import type { SubmissionOutcome } from '../submit.ts';
import type { JournaledOutcome } from '../submit-once.ts';

/** The result for one document of a batch. */
export type DocumentResult =
  | ({ readonly kind: 'submitted' } & JournaledOutcome)
  /** It has errors, or can't be read. */
  | { readonly kind: 'invalid' }
  | {
      readonly kind: 'skipped';
      /** The batch created it before it was interrupted, or the user decided to skip it. */
      readonly why: 'done' | 'declined';
      readonly earlier: JournalRecord;
    };

export type ResultKind = SubmissionOutcome['outcome'] | 'invalid' | 'skipped';

export interface BatchProgress {
  readonly total: number;
  /** The number of requests in flight. */
  readonly sending: number;
  readonly counts: Readonly<Record<ResultKind, number>>;
  /** The seconds that all submissions wait, if the gateway has just requested it. */
  readonly waiting?: number;
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
    if (result.kind !== 'submitted') {
      this.#counts[result.kind] += 1;
      return;
    }
    const { outcome } = result;
    this.#counts[outcome.outcome] += 1;
    switch (rowOf(outcome).prospect) {
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

  progress(sending: number, waiting?: number): BatchProgress {
    const counts = { ...this.#counts };
    return { total: this.#total, sending, counts, ...(waiting === undefined ? {} : { waiting }) };
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
