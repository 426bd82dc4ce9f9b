import * as vscode from 'vscode';
import { type CheckedDocument, checkDocument } from '../../dataset/document.ts';
import type { Environment } from '../../identity/environment.ts';
import { EnvironmentSecrets } from '../../identity/secret-vault.ts';
import { type Submission, type SubmissionOutcome, submit } from '../../submission/submit.ts';
import { chooseEnvironment } from '../environments/choose-environment.ts';
import { InputBoxPrompt } from '../environments/credential-prompt.ts';
import { notificationText } from '../notification-text.ts';
import type { Studio } from '../studio.ts';
import { isTrustedFor } from '../trust.ts';
import { confirmSubmission } from './confirm-submission.ts';
import { type DatasetSource, readSource } from './dataset-source.ts';
import { logOutcome, showOutcome } from './show-outcome.ts';
import { type Target, targetsOf } from './target.ts';

/** What `dataset.create` resolves to (interface, "Commands"). */
export interface CreateResult {
  readonly outcome: SubmissionOutcome['outcome'] | 'invalid';
  readonly datasetId?: string;
}

export interface CreateParts extends Studio {
  /** The documents that are being submitted, as `uri environment`: none is submitted twice at once. */
  readonly underway: Set<string>;
}

type ValidDocument = Extract<CheckedDocument, { valid: true }>;

/** Create Dataset, for the active editor or for the URIs passed in; an array of results for several. */
export async function createDatasets(
  studio: CreateParts,
  target?: unknown,
  selection?: unknown,
): Promise<CreateResult | CreateResult[]> {
  const cancelled: CreateResult = { outcome: 'cancelled' };
  if (!(await isTrustedFor(vscode.l10n.t('Creating a dataset')))) return cancelled;
  const targets: Target = targetsOf(target, selection);
  if (!targets.several) {
    const [uri] = targets.uris;
    return uri ? createDataset(studio, uri) : cancelled;
  }
  const results: CreateResult[] = [];
  for (const uri of targets.uris) results.push(await createDataset(studio, uri));
  return results;
}

async function createDataset(studio: CreateParts, uri: vscode.Uri): Promise<CreateResult> {
  const source = await readSource(uri);
  if ('failure' in source) {
    showFailure(source.failure);
    return { outcome: 'invalid' };
  }
  const checked = await checkDocument(source.content, source.format, studio.settings.validation(uri));
  if (!checked.valid) {
    showProblems(source, checked.problems);
    return { outcome: 'invalid' };
  }
  const environment = await chooseEnvironment(studio.settings);
  if (!environment) return { outcome: 'cancelled' };

  const key = `${uri.toString()} ${environment.name}`;
  if (studio.underway.has(key)) {
    showFailure(
      vscode.l10n.t(
        '{0} is being submitted to {1} already. Wait for its outcome.',
        source.name,
        environment.name,
      ),
    );
    return { outcome: 'cancelled' };
  }
  studio.underway.add(key);
  try {
    return await send(studio, source, checked, environment);
  } finally {
    studio.underway.delete(key);
  }
}

async function send(
  studio: CreateParts,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
): Promise<CreateResult> {
  if (!(await confirmSubmission(studio.settings.confirmation(), source, document, environment)))
    return { outcome: 'cancelled' };
  const subscriptionKey = await requireSubscriptionKey(studio, environment);
  if (subscriptionKey === undefined) return { outcome: 'cancelled' };

  const outcome = await submitWithProgress(studio, source, {
    environment,
    body: document.body,
    subscriptionKey,
    otherSecrets: await new EnvironmentSecrets(studio.vault, environment).passwords(),
    timeout: studio.settings.timeout(),
  });
  // Who pressed Escape at a question cancelled.
  if (
    outcome.outcome === 'not-sent' &&
    'tokenFailure' in outcome &&
    outcome.tokenFailure.outcome === 'missing'
  )
    return { outcome: 'cancelled' };
  logOutcome(studio.log, source, environment, outcome);
  showOutcome(studio, source, environment, outcome);
  return {
    outcome: outcome.outcome,
    ...('datasetId' in outcome && outcome.datasetId !== undefined ? { datasetId: outcome.datasetId } : {}),
  };
}

/** The stored key; otherwise it is asked for, once, and stored. */
async function requireSubscriptionKey(
  studio: CreateParts,
  environment: Environment,
): Promise<string | undefined> {
  const secrets = new EnvironmentSecrets(studio.vault, environment);
  const stored = await secrets.get('subscriptionKey');
  if (stored !== undefined) return stored;
  const given = await new InputBoxPrompt().ask('subscriptionKey', environment);
  if (given !== undefined) await secrets.store('subscriptionKey', given);
  return given;
}

async function submitWithProgress(
  studio: CreateParts,
  source: DatasetSource,
  submission: Omit<Submission, 'signal' | 'report'>,
): Promise<SubmissionOutcome> {
  const { http, tokens } = await studio.connection();
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: notificationText(vscode.l10n.t('Creating {0} in {1}', source.name, submission.environment.name)),
    },
    async (progress, cancellation) => {
      const abort = new AbortController();
      cancellation.onCancellationRequested(() => abort.abort());
      return submit(
        {
          ...submission,
          signal: abort.signal,
          report: (state) => {
            switch (state.step) {
              case 'token':
                return progress.report({ message: vscode.l10n.t('getting an access token') });
              case 'sending':
                return progress.report({ message: vscode.l10n.t('sending') });
              case 'waiting':
                return progress.report({
                  message: vscode.l10n.t('the gateway is busy; trying once more in {0} s', state.seconds),
                });
            }
          },
        },
        { http, tokens, clock: { sleep } },
      );
    },
  );
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function showFailure(message: string): void {
  void vscode.window.showErrorMessage(notificationText(message));
}

function showProblems(
  source: DatasetSource,
  problems: Extract<CheckedDocument, { valid: false }>['problems'],
): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const { line, character } = first.range.start;
  const place = vscode.l10n.t('line {0}, column {1}', line + 1, character + 1);
  const message =
    errors.length === 1
      ? vscode.l10n.t('{0} has an error, so nothing was sent. At {1}: {2}', source.name, place, first.message)
      : vscode.l10n.t(
          '{0} has {1} errors, so nothing was sent. The first, at {2}: {3}',
          source.name,
          errors.length,
          place,
          first.message,
        );
  const show = vscode.l10n.t('Show Problem');
  void vscode.window.showErrorMessage(notificationText(message), show).then(async (choice) => {
    if (choice !== show) return;
    const start = new vscode.Position(line, character);
    await vscode.window.showTextDocument(source.uri, { selection: new vscode.Range(start, start) });
  });
}
