import {
  type CreateResult,
  createResultOf,
  type Sender,
  type SendHost,
  sendDataset,
} from '../../../app/create-datasets.ts';
import type { ValidDocument } from '../../../dataset/document.ts';
import type { Environment } from '../../../environments/environment.ts';
import { secretsToMask } from '../../../identity/grants/grants.ts';
import { EnvironmentSecrets } from '../../../identity/secrets/secret-vault.ts';
import { success } from '../../../result.ts';
import { resultKindOf } from '../../../submission/batch/batch-results.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import type { SubmissionOutcome } from '../../../submission/submit.ts';
import type { Submitted } from '../../../submission/submit-once.ts';
import { chooseEnvironment } from '../../environments/choose-environment.ts';
import { inputBoxPrompt } from '../../environments/sign-in/identity-services.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import type { SubmittingStudio } from '../view/submission-store.ts';
import { askAboutEarlier } from './ask-about-earlier.ts';
import { confirmSubmission, summaryLine } from './confirm-submission.ts';
import { checkSource, type DatasetSource, type SourceResult, shownSource } from './dataset-source.ts';
import { withProgress } from './progress-notification.ts';
import { logOutcome, showOutcome, showProblems } from './show-outcome.ts';

/** Creates one dataset, in the given environment or in the one that the user chooses. */
export async function createOne(
  studio: SubmittingStudio,
  reading: SourceResult,
  given?: Environment,
): Promise<CreateResult> {
  const source = shownSource(reading);
  if (!source) return { outcome: 'invalid' };
  const checked = await checkSource(source, studio.settings);
  if (!checked.valid) {
    void showProblems(source, checked.errors);
    return { outcome: 'invalid' };
  }
  const environment = given ?? (await chooseEnvironment(studio.settings));
  if (!environment) return { outcome: 'cancelled' };
  if (!(await confirmSubmission(studio, source, checked, environment))) return { outcome: 'cancelled' };
  const submitted = await submitConfirmed(
    studio,
    source,
    checked,
    environment,
    async (_document, earlier) => {
      studio.log.info(`${source.name}: conflicts with the earlier submission ${earlier.entry.id}.`);
      const answer = await askAboutEarlier(studio, source.name, environment.name, earlier, false);
      return answer === 'submit' ? 'submit' : 'skip';
    },
  );
  // The user pressed Escape when asked for a credential.
  if (!submitted || isWithoutCredential(submitted.outcome)) return { outcome: 'cancelled' };
  if (resultKindOf(submitted) !== 'skipped') report(studio, source, environment, submitted);
  return createResultOf(submitted);
}

/**
 * Submits a document that the user has already confirmed, or allowed, exactly as it was checked. Undefined if the user enters no
 * subscription key.
 */
export async function submitConfirmed(
  studio: SubmittingStudio,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
  decide: SendHost['decide'],
  signal?: AbortSignal,
): Promise<Submitted | undefined> {
  const sender = await openSender(studio, environment);
  if (!sender) return undefined;
  return sendDataset(source.uri.toString(), document.body, environment, {
    sender: async () => success(sender),
    journal: async () => (await studio.submissions()).journal,
    whileSending: async (_environment, send) => {
      const summary = await summaryLine(studio, document, environment);
      return withProgress(source.name, environment.name, summary, signal, send);
    },
    decide,
  });
}

/** Asks for the subscription key if none is stored, and stores it. Undefined if the user enters none. */
export async function openSender(studio: Studio, environment: Environment): Promise<Sender | undefined> {
  const secrets = new EnvironmentSecrets(studio.vault, environment);
  const stored = await secrets.get('subscriptionKey');
  const subscriptionKey = stored ?? (await inputBoxPrompt.ask('subscriptionKey', environment));
  if (subscriptionKey === undefined) return undefined;
  if (stored === undefined) await secrets.store('subscriptionKey', subscriptionKey);
  const { http, tokens } = await studio.connection();
  return {
    subscriptionKey,
    otherSecrets: () => secretsToMask(environment, secrets),
    timeout: studio.settings.timeout(),
    http,
    tokens,
  };
}

/** Logs and shows what happened to a document that was submitted, or was about to be. */
export function report(
  studio: SubmittingStudio,
  source: DatasetSource,
  environment: Environment,
  { outcome, submissionId, unrecorded }: Submitted,
): void {
  logOutcome(studio.log, source, environment, outcome);
  void showOutcome(studio, source, environment, outcome, submissionId);
  if (!unrecorded) return;
  const message = unknownOutcome.unrecorded(unrecorded);
  studio.log.error(message);
  void notify('warning', message);
}

function isWithoutCredential(outcome: SubmissionOutcome): boolean {
  return (
    outcome.kind === 'not-sent' && outcome.cause.kind === 'token' && outcome.cause.failure.kind === 'missing'
  );
}
