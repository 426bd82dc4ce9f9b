import { datasetUrl } from '../gateway/dataset-request.ts';
import { earlierSubmissions } from './earlier-submissions.ts';
import type { EntryDraft, RecordedOutcome } from './journal/entry.ts';
import type { JournalFault } from './journal/fault.ts';
import type { Intent, Journal } from './journal/journal.ts';
import { sha256 } from './journal/sha256.ts';
import { recordedOutcome } from './recorded-outcome.ts';
import { type Submission, type SubmissionOutcome, type SubmissionParts, submit } from './submit.ts';

export interface JournaledSubmission extends Submission {
  /** The document's URI. */
  readonly document: string;
  /** The run that it is part of. */
  readonly run?: string;
  /** IDs of earlier submissions that the user was told of, and that are not to stand against this one. */
  readonly despite?: readonly string[];
}

export interface JournaledParts extends SubmissionParts {
  readonly journal: Pick<Journal, 'begin' | 'answer' | 'conclude' | 'related'>;
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
 * Creates one dataset, with its entry in the journal durable before the first byte leaves. Nothing is sent where the entry
 * can't be written, or where an earlier submission of the same content stands against it that the user hasn't heard of.
 */
export async function submitOnce(
  submission: JournaledSubmission,
  parts: JournaledParts,
): Promise<JournaledOutcome> {
  const { journal } = parts;
  const intent = intentOf(submission);
  // Looked for before anybody is asked for a password; what comes up later is found once more, when the entry is written.
  const hindrance = await hindranceTo(intent, undefined, submission, journal);
  if (hindrance) return { outcome: hindrance };

  let id: string | undefined;
  const beforeSend = async (attempt: number): Promise<SubmissionOutcome | undefined> => {
    const held = await parts.beforeSend?.(attempt);
    if (held || attempt > 1) return held;
    const begun = await journal.begin(draftOf(submission, intent), submission.body);
    if (!begun.ok) return { outcome: 'not-sent', journal: begun.fault };
    ({ id } = begun.entry);
    return onlyOne(intent, id, submission, parts);
  };

  let answered: RecordedOutcome | undefined;
  // Neither a crash nor a mistake while the answer is read loses what its status says. `conclude` reports a journal that fails.
  const onAnswer = async (byStatus: SubmissionOutcome, takesLong: boolean) => {
    answered = recordedOutcome(byStatus);
    if (takesLong && id !== undefined) await journal.answer(id, answered);
  };

  let outcome: SubmissionOutcome;
  try {
    outcome = await submit(submission, { ...parts, beforeSend, onAnswer });
  } catch (error) {
    // A mistake of ours or of a part: without an answer, whether the request left can't be known from here.
    const cause = { kind: 'error', detail: error instanceof Error ? error.name : String(error) };
    if (id !== undefined) await journal.conclude(id, answered ?? { outcome: 'unknown', cause });
    throw error;
  }
  if (id === undefined) return { outcome };
  const noted = await journal.conclude(id, recordedOutcome(outcome));
  const unrecorded = !noted.ok && 'fault' in noted ? { unrecorded: noted.fault } : {};
  return { outcome, submissionId: id, ...unrecorded };
}

/**
 * Lets one of several at the same moment go ahead, without a lock. Each has written its entry before it looks for others, and
 * goes on only when it has seen none: of any two, the one that looked later saw the other. Where both saw each other, the later
 * ID gives way at once, and the earlier waits for that.
 */
async function onlyOne(
  intent: Intent,
  id: string,
  submission: JournaledSubmission,
  { journal, clock }: JournaledParts,
): Promise<SubmissionOutcome | undefined> {
  for (let look = 1; ; look++) {
    const hindrance = await hindranceTo(intent, id, submission, journal);
    const mayWithdraw =
      hindrance?.outcome === 'not-sent' &&
      'earlier' in hindrance &&
      hindrance.earlier.state.outcome === 'in-flight' &&
      hindrance.earlier.entry.id > id;
    if (!mayWithdraw || look === withdrawal.looks) return hindrance;
    await clock.sleep(withdrawal.pause, submission.signal);
    if (submission.signal.aborted) return { outcome: 'cancelled' };
  }
}

/** The oldest of those that stand against it: what was there first goes first. */
async function hindranceTo(
  intent: Intent,
  own: string | undefined,
  { despite = [] }: JournaledSubmission,
  journal: Pick<Journal, 'related'>,
): Promise<SubmissionOutcome | undefined> {
  const related = await journal.related(intent, own === undefined ? despite : [...despite, own]);
  if (!related.ok) return { outcome: 'not-sent', journal: related.fault };
  const earlier = earlierSubmissions(related.records, intent).at(-1);
  return earlier && { outcome: 'not-sent', earlier };
}

/** What the submission is known by in the journal. */
function intentOf({
  document,
  body,
  environment,
}: Pick<JournaledSubmission, 'document' | 'body' | 'environment'>): Intent {
  return { document, bodyHash: sha256(body), requestUrl: datasetUrl(environment.service).href };
}

function draftOf({ environment, run }: JournaledSubmission, { document, requestUrl }: Intent): EntryDraft {
  const { name, service } = environment;
  return {
    environment: name,
    origin: service.baseUrl.origin,
    requestUrl,
    retentionPolicy: service.retentionPolicy,
    document,
    ...(run === undefined ? {} : { run }),
  };
}
