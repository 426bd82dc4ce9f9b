import type { SharedConnection } from '../../gateway/http.ts';
import type { JournalFailure } from '../journal/journal-failure.ts';
import type { JournaledOutcome } from '../submit-once.ts';

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

  add(document: string, { outcome, submissionId }: JournaledOutcome): void {
    if (!('connection' in outcome) || !outcome.connection || submissionId === undefined) return;
    const { connection, status } = outcome;
    const datasetId = outcome.outcome === 'rejected' ? undefined : outcome.datasetId;
    const submission = { document, submissionId, outcome: outcome.outcome, status, datasetId };
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
