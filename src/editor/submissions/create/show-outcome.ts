import { commands, env, type LogOutputChannel, l10n, Position, Range, window } from 'vscode';
import type { Problem } from '../../../dataset/problem.ts';
import type { Environment } from '../../../environments/environment.ts';
import { responseText } from '../../../gateway/presentation/exchange-text.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import type { NextStep } from '../../../submission/outcome-table.ts';
import { createdId, responseOf } from '../../../submission/recorded-outcome.ts';
import type { SubmissionOutcome } from '../../../submission/submit.ts';
import { plainText } from '../../../text/plain-text.ts';
import { localTime } from '../../local-time.ts';
import { notify, type Severity } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import type { DatasetSource } from './dataset-source.ts';

interface Action {
  readonly title: string;
  readonly run: () => unknown;
}

const severities: Readonly<Record<'info' | 'warning' | 'error', Severity>> = {
  info: 'information',
  warning: 'warning',
  error: 'error',
};

/** Logs what was sent where, the outcome, and the response. */
export function logOutcome(
  log: LogOutputChannel,
  source: DatasetSource,
  environment: Environment,
  outcome: SubmissionOutcome,
): void {
  const { level, text } = describeOutcome(outcome, environment.name);
  log[level === 'warning' ? 'warn' : level](
    `${plainText(source.name)} (${source.content.byteLength} bytes) → ${environment.service.baseUrl.href}: ${text}`,
  );
  const response = responseOf(outcome);
  if (response) log.debug(`Status ${response.status}. ${responseText(response).slice(0, 4000)}`);
}

/** Shows an outcome as a notification with the next steps as buttons. */
export async function showOutcome(
  studio: Pick<Studio, 'documents' | 'log'>,
  source: DatasetSource,
  environment: Environment,
  outcome: SubmissionOutcome,
  submissionId: string | undefined,
): Promise<void> {
  const { level, text, next } = describeOutcome(outcome, environment.name, { showTime: localTime });
  const wasCreated = outcome.kind === 'created' || outcome.kind === 'accepted';
  const message = source.unsaved && wasCreated ? l10n.t('{0} (sent with unsaved changes)', text) : text;

  const actions: Action[] = [];
  const datasetId = createdId(outcome);
  if (datasetId !== undefined)
    actions.push({ title: l10n.t('Copy ID'), run: () => env.clipboard.writeText(datasetId) });
  const nextAction = next && actionFor(next, source, environment, submissionId);
  if (nextAction) actions.push(nextAction);
  const response = responseOf(outcome);
  if (response)
    actions.push({
      title: l10n.t('Show Response'),
      run: () => studio.documents.show(`response-${response.status}.json`, responseText(response)),
    });
  if (level !== 'info') actions.push({ title: l10n.t('Show Log'), run: () => studio.log.show() });

  const buttons = Object.fromEntries(actions.map(({ title }) => [title, title]));
  const choice = await notify(severities[level], message, { buttons });
  await actions.find(({ title }) => title === choice)?.run();
}

function actionFor(
  next: NextStep,
  source: DatasetSource,
  { name }: Environment,
  submissionId: string | undefined,
): Action | undefined {
  const action = (title: string, command: string, ...args: unknown[]): Action => ({
    title,
    run: () => commands.executeCommand(command, ...args),
  });
  switch (next) {
    case 'sign-in':
      return action(l10n.t('Sign In'), 'dataset.signIn', name, source.uri);
    case 'set-subscription-key':
      return action(l10n.t('Set Subscription Key'), 'dataset.setSubscriptionKey', name, source.uri);
    case 'set-client-secret':
      return action(l10n.t('Set Client Secret'), 'dataset.setClientSecret', name, source.uri);
    case 'edit-environment':
      return action(l10n.t('Edit Environment'), 'dataset.editEnvironment', name, source.uri);
    case 'try-again':
      return action(l10n.t('Try Again'), 'dataset.create', source.uri);
    case 'check-service':
      return submissionId === undefined
        ? undefined
        : action(l10n.t('Settle…'), 'dataset.settleSubmission', submissionId);
  }
}

/** Reports that a document with errors was not sent, and offers to show the first error. */
export async function showProblems(source: DatasetSource, errors: readonly Problem[]): Promise<void> {
  const [first] = errors;
  if (!first) return;
  const { line, character } = first.range.start;
  const message =
    errors.length === 1
      ? l10n.t(
          '{0} has an error, so nothing was sent. Line {1}, column {2}: {3}',
          source.name,
          line + 1,
          character + 1,
          first.message,
        )
      : l10n.t(
          '{0} has {1} errors, so nothing was sent. The first is in line {2}, column {3}: {4}',
          source.name,
          errors.length,
          line + 1,
          character + 1,
          first.message,
        );
  const choice = await notify('error', message, { buttons: { show: l10n.t('Show Problem') } });
  if (choice !== 'show') return;
  const start = new Position(line, character);
  await window.showTextDocument(source.uri, { selection: new Range(start, start) });
}
