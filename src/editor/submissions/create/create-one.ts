import { l10n, ProgressLocation, window } from 'vscode';
import type { CheckedDocument } from '../../../dataset/document.ts';
import type { Environment } from '../../../environments/environment.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import type { SubmissionOutcome, SubmissionProgress } from '../../../submission/submit.ts';
import { type JournaledOutcome, submitOnce } from '../../../submission/submit-once.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { notificationText } from '../../notification-text.ts';
import { notify, showFailure } from '../../notifications.ts';
import { type Access, accessTo, type CreateDependencies } from '../access.ts';
import { abortSignalOf } from './abort-signal.ts';
import { askAboutEarlier } from './ask-about-earlier.ts';
import { checkSource } from './check-source.ts';
import { confirmSubmission, summaryLine } from './confirm-submission.ts';
import { type CreateResult, resultOf } from './create-result.ts';
import { type DatasetSource, describeSourceFailure, type SourceResult } from './dataset-source.ts';
import { logOutcome, showOutcome } from './show-outcome.ts';
import { showProblems } from './show-problems.ts';

type ValidDocument = Extract<CheckedDocument, { valid: true }>;

/** Creates one dataset, in the given environment or in the one that the user chooses. */
export async function createOne(
  studio: CreateDependencies,
  reading: SourceResult,
  given?: Environment,
): Promise<CreateResult> {
  if (!reading.ok) {
    showFailure(describeSourceFailure(reading.failure));
    return { outcome: 'invalid' };
  }
  const source = reading.value;
  const checked = await checkSource(source, studio.settings);
  if (!checked.valid) {
    void showProblems(source, checked.problems);
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
 * Submits a document that the user has already confirmed, or allowed. If an earlier submission is in
 * conflict with it, nothing is sent and no question is asked. Undefined if the user enters no subscription key.
 */
export async function submitConfirmed(
  studio: CreateDependencies,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
  signal: AbortSignal,
): Promise<JournaledOutcome | undefined> {
  const access = await accessTo(studio, environment);
  if (!access) return undefined;
  const journaled = await submitWithProgress(studio, source, document, access, [], signal);
  report(studio, source, environment, journaled);
  return journaled;
}

/** Sends the document. If an earlier submission is in conflict with it, the user decides, and it may be tried again. */
async function send(
  studio: CreateDependencies,
  source: DatasetSource,
  document: ValidDocument,
  access: Access,
): Promise<CreateResult> {
  const { environment } = access.submission;
  const store = await studio.submissions();
  const acknowledgedIds: string[] = [];
  for (;;) {
    const journaled = await submitWithProgress(studio, source, document, access, acknowledgedIds);
    const { outcome } = journaled;
    // The user pressed Escape when asked for a credential.
    if (isWithoutCredential(outcome)) return { outcome: 'cancelled' };
    if (outcome.outcome !== 'not-sent' || outcome.reason !== 'earlier') {
      report(studio, source, environment, journaled);
      return resultOf(journaled);
    }
    const { earlier } = outcome;
    studio.log.info(`${source.name}: conflicts with the earlier submission ${earlier.entry.id}.`);
    const subject = { name: source.name, environment: environment.name, isInBatch: false };
    const answer = await askAboutEarlier(store, subject, earlier);
    if (answer === 'submit') acknowledgedIds.push(earlier.entry.id);
    else if (answer !== 'settled') return resultOf(journaled);
  }
}

function isWithoutCredential(outcome: SubmissionOutcome): boolean {
  return outcome.outcome === 'not-sent' && outcome.reason === 'token' && outcome.failure.kind === 'missing';
}

function report(
  studio: CreateDependencies,
  source: DatasetSource,
  environment: Environment,
  { outcome, submissionId, unrecorded }: JournaledOutcome,
): void {
  logOutcome(studio.log, source, environment, outcome);
  void showOutcome(studio, source, environment, outcome, submissionId);
  if (!unrecorded) return;
  const message = unknownOutcome.unrecorded(unrecorded);
  studio.log.error(message);
  void notify('warning', message);
}

async function submitWithProgress(
  studio: CreateDependencies,
  source: DatasetSource,
  document: ValidDocument,
  { submission, dependencies }: Access,
  acknowledgedIds: readonly string[],
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
      const summary = notificationText(await summaryLine(studio, document, environment));
      progress.report({ message: summary });
      return submitOnce({
        ...submission,
        ...dependencies,
        journal,
        body: document.body,
        document: source.uri.toString(),
        acknowledgedIds,
        signal: AbortSignal.any([abortSignalOf(cancellation), ...(signal ? [signal] : [])]),
        onProgress: (state) => progress.report({ message: [progressMessage(state), summary].join(' · ') }),
      });
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
      return l10n.t('the gateway is busy, trying again in {0} s', state.seconds);
  }
}
