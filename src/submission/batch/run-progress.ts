import type { JournalRecord } from '../journal/journal.ts';
import type { SubmissionOutcome } from '../submit.ts';
import type { JournaledOutcome } from '../submit-once.ts';

/** What became of one document of a run. */
export type DocumentResult =
  | ({ readonly kind: 'submitted' } & JournaledOutcome)
  /** It has errors, or can't be read. */
  | { readonly kind: 'invalid' }
  | {
      readonly kind: 'skipped';
      /** This run did it before it was interrupted; or the user decided so. */
      readonly why: 'done' | 'declined';
      readonly earlier: JournalRecord;
    };

export type RunCount = SubmissionOutcome['outcome'] | 'invalid' | 'skipped';

export interface RunProgress {
  readonly total: number;
  readonly sending: number;
  /** How many documents came to what. */
  readonly counts: Readonly<Record<RunCount, number>>;
  /** Seconds that the service told all to wait, when it has just told. */
  readonly waiting?: number;
}

export interface RunSummary {
  readonly counts: Readonly<Record<RunCount, number>>;
  /** Documents that it never came to. */
  readonly left: number;
  /**
   * `finished`: all had their turn. `stopped`: the user stopped it. `futile`: what went wrong would go wrong for the rest as
   * well, such as a full disk, no token, a key that isn't accepted.
   */
  readonly end: 'finished' | 'stopped' | 'futile';
}

/** Counts what came of documents, and tells when going on is of no use. */
export class RunTally {
  readonly #total: number;
  /** So many of a kind in a row are no accident. */
  readonly #patience: number;
  readonly #counts: Record<RunCount, number> = {
    created: 0,
    accepted: 0,
    rejected: 0,
    unknown: 0,
    'not-sent': 0,
    cancelled: 0,
    invalid: 0,
    skipped: 0,
  };
  #inARow = 0;
  sending = 0;
  futile = false;

  constructor(total: number, patience: number) {
    this.#total = total;
    this.#patience = patience;
  }

  add(result: DocumentResult): void {
    if (result.kind !== 'submitted') {
      this.#counts[result.kind] += 1;
      return;
    }
    const { outcome } = result;
    this.#counts[outcome.outcome] += 1;
    const prospect = prospectAfter(outcome);
    this.#inARow = prospect === 'poor' ? this.#inARow + 1 : 0;
    if (prospect === 'none' || this.#inARow >= this.#patience) this.futile = true;
  }

  progress(waiting?: number): RunProgress {
    const { sending } = this;
    const counts = { ...this.#counts };
    return { total: this.#total, sending, counts, ...(waiting === undefined ? {} : { waiting }) };
  }

  summary(stopped: boolean): RunSummary {
    const counts = { ...this.#counts };
    // What was cancelled before it was sent is left to do, like what never had its turn.
    const left =
      this.#total - Object.values(counts).reduce((sum, count) => sum + count, 0) + counts.cancelled;
    const end = this.futile ? 'futile' : stopped || left > 0 ? 'stopped' : 'finished';
    return { counts, left, end };
  }
}

/** How the next document will fare, judged by what came of this one. */
function prospectAfter(outcome: SubmissionOutcome): 'good' | 'poor' | 'none' {
  switch (outcome.outcome) {
    case 'not-sent':
      if ('journal' in outcome || 'missing' in outcome) return 'none';
      if ('earlier' in outcome) return 'good';
      if ('tokenFailure' in outcome)
        return ['unreachable', 'interrupted'].includes(outcome.tokenFailure.outcome) ? 'poor' : 'none';
      return 'poor';
    case 'rejected':
      return ['token', 'subscription-key', 'forbidden', 'address', 'redirect'].includes(outcome.cause.kind)
        ? 'poor'
        : 'good';
    default:
      return 'good';
  }
}
