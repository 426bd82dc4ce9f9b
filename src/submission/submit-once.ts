import { datasetUrl } from '../gateway/dataset-request.ts';
import { findUnderway } from './earlier-submissions.ts';
import type { Journal } from './journal.ts';
import type { EntryDraft, JournalEntry } from './journal-entry.ts';
import type { JournalFault } from './journal-fault.ts';
import { recordedOutcome } from './recorded-outcome.ts';
import { type Submission, type SubmissionOutcome, type SubmissionParts, submit } from './submit.ts';

export interface JournaledSubmission extends Submission {
  /** The document's URI. */
  readonly document: string;
  /** The run that it is part of. */
  readonly run?: string;
  /** IDs of entries in flight elsewhere that the user was told of, and doesn't want to wait for. */
  readonly despite?: readonly string[];
}

export interface JournaledParts extends SubmissionParts {
  readonly journal: Pick<Journal, 'begin' | 'conclude' | 'inFlight'>;
}

export interface JournaledOutcome {
  readonly outcome: SubmissionOutcome;
  /** The journal's entry; absent where it never came to sending. */
  readonly submissionId?: string;
  /** Why the outcome could not be written into the journal, where it will be told as unknown later: tell it now. */
  readonly unrecorded?: JournalFault;
}

/** How often and how long one looks whether a later one has withdrawn, in milliseconds. */
const withdrawal = { looks: 40, pause: 50 };

/**
 * Creates one dataset, with its entry in the journal durable before the first byte leaves. Where it can't be written, or
 * the same document is underway already, nothing is sent.
 */
export async function submitOnce(
  submission: JournaledSubmission,
  parts: JournaledParts,
): Promise<JournaledOutcome> {
  const { journal } = parts;
  let entry: JournalEntry | undefined;

  const beforeSend = async (attempt: number): Promise<SubmissionOutcome | undefined> => {
    const held = await parts.beforeSend?.(attempt);
    if (held || attempt > 1) return held;
    const begun = await journal.begin(draftOf(submission), submission.body);
    if (!begun.ok) return { outcome: 'not-sent', journal: begun.fault };
    entry = begun.entry;
    return onlyOneUnderway(begun.entry, submission, parts);
  };

  let outcome: SubmissionOutcome;
  try {
    outcome = await submit(submission, { ...parts, beforeSend });
  } catch (error) {
    // A mistake of ours or of a part: whether the request left can't be told from here.
    if (entry)
      await journal.conclude(entry.id, {
        outcome: 'unknown',
        cause: { kind: 'error', detail: error instanceof Error ? error.name : String(error) },
      });
    throw error;
  }
  if (!entry) return { outcome };
  const noted = await journal.conclude(entry.id, recordedOutcome(outcome));
  return {
    outcome,
    submissionId: entry.id,
    ...(!noted.ok && 'fault' in noted ? { unrecorded: noted.fault } : {}),
  };
}

/**
 * Lets one submission of a document go ahead, without a lock. Each has written its entry before it looks for others, and goes
 * on only when it has seen none: of any two, the one that looked later saw the other. Where both saw each other, the later ID
 * gives way at once, and the earlier waits for that.
 */
async function onlyOneUnderway(
  own: JournalEntry,
  { signal, despite = [] }: JournaledSubmission,
  { journal, clock }: JournaledParts,
): Promise<SubmissionOutcome | undefined> {
  for (let look = 1; ; look++) {
    const underway = await findUnderway(journal, own.document, own.requestUrl);
    if (!underway.ok) return { outcome: 'not-sent', journal: underway.fault };
    const others = underway.entries.filter(({ id }) => id !== own.id && !despite.includes(id));
    const [other] = others;
    if (!other) return undefined;
    const earlier = others.find(({ id }) => id < own.id);
    if (earlier || look === withdrawal.looks) return { outcome: 'not-sent', underway: earlier ?? other };
    await clock.sleep(withdrawal.pause, signal);
    if (signal.aborted) return { outcome: 'cancelled' };
  }
}

function draftOf({ environment, document, run }: JournaledSubmission): EntryDraft {
  const { name, service } = environment;
  return {
    environment: name,
    origin: service.baseUrl.origin,
    requestUrl: datasetUrl(service).href,
    retentionPolicy: service.retentionPolicy,
    document,
    ...(run === undefined ? {} : { run }),
  };
}
