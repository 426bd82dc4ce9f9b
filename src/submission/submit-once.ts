import { datasetUrl } from '../gateway/dataset-request.ts';
import { DatasetHistory, type SubmittedDocument, serviceOf } from './dataset-history.ts';
import { bodyContentHash, type EntryDraft } from './journal/entry.ts';
import type { Intent, Journal, JournalRecord } from './journal/journal.ts';
import { isOverdue, longestSubmission } from './journal/time-limits.ts';
import { earlierOf, recordedOutcome } from './recorded-outcome.ts';
import { type BeforeSend, type Submission, type SubmissionOutcome, submit } from './submit.ts';

export interface JournaledSubmission extends Submission {
  /** The document's URI. */
  readonly document: string;
  /** What else identifies it. */
  readonly known?: SubmittedDocument | undefined;
  /** Of the body (`bodyContentHash`), if it is known. */
  readonly contentHash?: string;
  /** The ID of its batch. */
  readonly batch?: string;
  /** IDs of earlier submissions that the user has acknowledged. They are not conflicts. */
  readonly acknowledgedIds?: readonly string[];
  readonly journal: Pick<Journal, 'begin' | 'conclude' | 'related'>;
}

/** How often, and after which pause in milliseconds, a submission looks whether a later one has yielded. */
const yielding = { looks: 40, pause: 50 };

/** How old, in milliseconds, the first look for a conflict may be, so that a batch need not list the journal for it. */
const maxFirstLookAge = 1000;

/**
 * Creates one dataset. Its journal entry is durable before the first byte is sent. Nothing is sent if the entry can't be written
 * or if there is an earlier submission of the same content that the user has not acknowledged.
 */
export async function submitOnce(submission: JournaledSubmission): Promise<SubmissionOutcome> {
  const { journal } = submission;
  const intent = intentOf(submission);
  // Before the user is asked for a password. A conflict that arises later is found when the entry has been written.
  const conflict = await findConflict(intent, undefined, submission);
  if (conflict) return conflict;

  let id: string | undefined;
  let begun = Date.now();
  const mayTake = longestSubmission(submission.timeout);
  const beforeSend: BeforeSend = async (attempt) => {
    // Others take this submission for lost then. The machine may have slept.
    const isLate = () => Date.now() - begun > mayTake - submission.timeout;
    if (attempt > 1) return isLate() ? 'too-late' : undefined;
    begun = Date.now();
    const started = await journal.begin(
      draftOf(submission, intent, mayTake),
      submission.body,
      intent.contentHash,
    );
    if (!started.ok) return { kind: 'not-sent', cause: { kind: 'journal', failure: started.failure } };
    ({ id } = started.value);
    return (await yieldToEarlier(intent, id, submission)) ?? (isLate() ? 'too-late' : undefined);
  };

  let outcome: SubmissionOutcome;
  try {
    outcome = await submit(submission, beforeSend);
  } catch (error) {
    // A bug. The request may have been sent.
    const cause = {
      kind: 'error' as const,
      detail: error instanceof Error ? error.constructor.name : typeof error,
    };
    if (id !== undefined) await journal.conclude(id, { kind: 'unknown', cause });
    throw error;
  }
  if (id === undefined) return outcome;
  let written: Awaited<ReturnType<typeof journal.conclude>>;
  try {
    written = await journal.conclude(id, recordedOutcome(outcome));
  } catch (bug) {
    return { ...outcome, submissionId: id, bug };
  }
  if (written.ok || written.failure.kind !== 'file-system') return { ...outcome, submissionId: id };
  return { ...outcome, submissionId: id, unrecorded: written.failure };
}

/**
 * Lets one of several simultaneous submissions go ahead, without a lock. Each writes its entry before it looks for others, and
 * goes ahead only if it sees none: of any two, the one that looked later saw the other. If both saw each other, the one with the
 * later ID yields immediately, and the earlier one waits for that.
 */
async function yieldToEarlier(
  intent: Intent,
  id: string,
  submission: JournaledSubmission,
): Promise<SubmissionOutcome | undefined> {
  const { signal, stop = signal, clock } = submission;
  for (let look = 1; ; look++) {
    const conflict = await findConflict(intent, id, submission);
    const earlier = conflict && earlierOf(conflict);
    const mayYield = earlier?.state.kind === 'in-flight' && earlier.entry.id > id;
    if (!mayYield || look === yielding.looks) return conflict;
    await clock.sleep(yielding.pause, stop);
    if (signal.aborted || stop.aborted) return { kind: 'cancelled' };
  }
}

/**
 * The earlier submission that is in conflict with this one. Before its entry is written, the newest: its outcome is the last word.
 * After that, the oldest, to which the others yield.
 */
async function findConflict(
  intent: Intent,
  own: string | undefined,
  { acknowledgedIds = [], journal, known, environment }: JournaledSubmission,
): Promise<SubmissionOutcome | undefined> {
  const related =
    own === undefined
      ? await journal.related(intent, acknowledgedIds, maxFirstLookAge)
      : await journal.related(intent, [...acknowledgedIds, own]);
  if (!related.ok) return { kind: 'not-sent', cause: { kind: 'journal', failure: related.failure } };
  const found = new DatasetHistory(related.value).find({
    document: known ?? { uris: [intent.document] },
    contentHash: intent.contentHash,
    service: serviceOf(environment),
    retentionPolicy: environment.service.retentionPolicy,
  });
  const earlier = found.earlier.at(own === undefined ? 0 : -1);
  return earlier && { kind: 'not-sent', cause: { kind: 'earlier', earlier } };
}

/** What identifies the submission in the journal. */
function intentOf({
  document,
  known,
  body,
  contentHash = bodyContentHash(body),
  environment,
}: JournaledSubmission): Intent {
  const requestUrl = datasetUrl(environment.service).href;
  return { document, path: known?.path?.path, contentHash, requestUrl };
}

function draftOf(
  { environment, known, batch }: JournaledSubmission,
  { document, requestUrl }: Intent,
  mayTake: number,
): EntryDraft {
  const { name, service } = environment;
  return {
    environment: name,
    origin: service.baseUrl.origin,
    requestUrl,
    retentionPolicy: service.retentionPolicy,
    document,
    mayTake,
    ...known?.path,
    ...(batch === undefined ? {} : { batch }),
  };
}

/**
 * True if the earlier submission may still be in progress, so that its outcome must be awaited. Later, the user decides. `now` in
 * milliseconds since the epoch.
 */
export function isUnderway({ entry, state }: JournalRecord, now: number): boolean {
  return state.kind === 'in-flight' && !isOverdue(entry, now);
}
