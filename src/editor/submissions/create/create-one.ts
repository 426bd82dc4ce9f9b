import { l10n, ProgressLocation, window } from 'vscode';
import type { CheckedDocument } from '../../../dataset/document.ts';
import type { Environment } from '../../../environments/environment.ts';
import { describeUnrecorded } from '../../../submission/journal/fault-message.ts';
import type { SubmissionProgress } from '../../../submission/submit.ts';
import {
  type JournaledOutcome,
  type JournaledSubmission,
  submitOnce,
} from '../../../submission/submit-once.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { notificationText } from '../../notification-text.ts';
import { showFailure } from '../../show-failure.ts';
import { type Access, accessTo, type CreateParts } from '../submission-parts.ts';
import { abortSignalOf } from './abort-signal.ts';
import { askAboutEarlier } from './ask-about-earlier.ts';
import { checkSource } from './check-source.ts';
import { confirmSubmission, summaryLine } from './confirm-submission.ts';
import { type CreateResult, resultOf } from './create-result.ts';
import type { DatasetSource, SourceReading } from './dataset-source.ts';
import { logOutcome, showOutcome } from './show-outcome.ts';
import { showProblems } from './show-problems.ts';

type ValidDocument = Extract<CheckedDocument, { valid: true }>;

/** Creates one dataset: in the environment that is given, or in the one to act on. */
export async function createOne(
  studio: CreateParts,
  reading: SourceReading,
  given?: Environment,
): Promise<CreateResult> {
  if ('failure' in reading) {
    showFailure(reading.failure);
    return { outcome: 'invalid' };
  }
  const source = reading;
  const checked = await checkSource(source, studio.settings);
  if (!checked.valid) {
    showProblems(source, checked.problems);
    return { outcome: 'invalid' };
  }
  const environment = given ?? (await chooseEnvironment(studio.settings));
  if (!environment) return { outcome: 'cancelled' };
  if (!(await confirmSubmission(studio, source, checked, environment))) return { outcome: 'cancelled' };
  const access = await accessTo(studio, environment);
  if (!access) return { outcome: 'cancelled' };
  return send(studio, source, checked, access);
}

/**
 * Submits a document that the user has already confirmed, or allowed. Earlier submissions of the same content stand: nobody
 * is asked about them. Undefined if the user enters no subscription key.
 */
export async function submitConfirmed(
  studio: CreateParts,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
  signal: AbortSignal,
): Promise<JournaledOutcome | undefined> {
  const access = await accessTo(studio, environment);
  if (!access) return undefined;
  const journaled = await submitWithProgress(studio, source, document, access, [], signal);
  tell(studio, source, environment, journaled);
  return journaled;
}

/** Sends it, unless an earlier submission stands against it: then the user decides, and it is tried again. */
async function send(
  studio: CreateParts,
  source: DatasetSource,
  document: ValidDocument,
  access: Access,
): Promise<CreateResult> {
  const { environment } = access.submission;
  const store = await studio.submissions();
  const despite: string[] = [];
  for (;;) {
    const journaled = await submitWithProgress(studio, source, document, access, despite);
    const { outcome } = journaled;
    // Who pressed Escape at a question cancelled.
    if (
      outcome.outcome === 'not-sent' &&
      'tokenFailure' in outcome &&
      outcome.tokenFailure.outcome === 'missing'
    )
      return { outcome: 'cancelled' };
    if (outcome.outcome !== 'not-sent' || !('earlier' in outcome)) {
      tell(studio, source, environment, journaled);
      return resultOf(journaled);
    }
    const { earlier } = outcome;
    studio.log.info(`${source.name}: an earlier submission stands against it, ${earlier.entry.id}.`);
    const subject = { name: source.name, environment: environment.name, ofMany: false };
    const answer = await askAboutEarlier(store, subject, earlier);
    if (answer === 'submit') despite.push(earlier.entry.id);
    else if (answer !== 'settled') return resultOf(journaled);
  }
}

function tell(
  studio: CreateParts,
  source: DatasetSource,
  environment: Environment,
  { outcome, submissionId, unrecorded }: JournaledOutcome,
): void {
  logOutcome(studio.log, source, environment, outcome);
  showOutcome(studio, source, environment, outcome, submissionId);
  if (!unrecorded) return;
  const message = describeUnrecorded(unrecorded);
  studio.log.error(message);
  void window.showWarningMessage(notificationText(message));
}

async function submitWithProgress(
  studio: CreateParts,
  source: DatasetSource,
  document: ValidDocument,
  { submission, parts }: Access,
  despite: readonly string[],
  signal?: AbortSignal,
): Promise<JournaledOutcome> {
  const { journal } = await studio.submissions();
  const { environment } = submission;
  return window.withProgress(
    {
      location: ProgressLocation.Notification,
      cancellable: true,
      title: notificationText(l10n.t('Creating {0} in {1}', source.name, environment.name)),
    },
    async (progress, cancellation) => {
      // What is going where, as whom, stands there until it is over.
      const summary = notificationText(await summaryLine(studio, document, environment));
      progress.report({ message: summary });
      const whole: JournaledSubmission = {
        ...submission,
        body: document.body,
        document: source.uri.toString(),
        despite,
        signal: AbortSignal.any([abortSignalOf(cancellation), ...(signal ? [signal] : [])]),
        report: (state) => {
          const message = progressMessage(state);
          progress.report({ message: [message, summary].join(' · ') });
        },
      };
      return submitOnce(whole, { ...parts, journal });
    },
  );
}

function progressMessage(state: SubmissionProgress): string {
  switch (state.step) {
    case 'token':
      return l10n.t('getting an access token');
    case 'sending':
      return l10n.t('sending');
    case 'waiting':
      return l10n.t('the gateway is busy; trying once more in {0} s', state.seconds);
  }
}
