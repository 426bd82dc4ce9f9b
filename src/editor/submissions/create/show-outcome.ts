import { commands, env, type LogOutputChannel, l10n, window } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { HttpResponse } from '../../../gateway/http.ts';
import { responseText } from '../../../gateway/presentation/response-text.ts';
import { describeOutcome, type NextStep } from '../../../submission/outcome-message.ts';
import type { SubmissionOutcome } from '../../../submission/submit.ts';
import { plainText } from '../../../text/plain-text.ts';
import { notificationText } from '../../notification-text.ts';
import type { Studio } from '../../studio/studio.ts';
import type { DatasetSource } from './dataset-source.ts';

interface Action {
  readonly title: string;
  readonly run: () => unknown;
}

/** Notes an outcome in the log: what, where, how it went, and what the gateway said. */
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

/** Shows an outcome as a notification with what can be done next. */
export function showOutcome(
  studio: Pick<Studio, 'documents' | 'log'>,
  source: DatasetSource,
  environment: Environment,
  outcome: SubmissionOutcome,
  submissionId: string | undefined,
): void {
  const { level, text, next } = describeOutcome(outcome, environment.name);
  const unsaved = source.unsaved && (outcome.outcome === 'created' || outcome.outcome === 'accepted');
  const message = unsaved ? l10n.t('{0} (sent with unsaved changes)', text) : text;

  const actions: Action[] = [];
  if ((outcome.outcome === 'created' || outcome.outcome === 'accepted') && outcome.datasetId !== undefined) {
    const { datasetId } = outcome;
    actions.push({ title: l10n.t('Copy ID'), run: () => env.clipboard.writeText(datasetId) });
  }
  if (next) actions.push(...nextActions(next, source, environment, submissionId));
  const response = responseOf(outcome);
  if (response)
    actions.push({
      title: l10n.t('Show Response'),
      run: () => studio.documents.show(`response-${response.status}.json`, responseText(response)),
    });
  if (level !== 'info') actions.push({ title: l10n.t('Show Log'), run: () => studio.log.show() });

  const show = {
    info: window.showInformationMessage,
    warning: window.showWarningMessage,
    error: window.showErrorMessage,
  }[level];
  void show(notificationText(message), ...actions.map(({ title }) => title)).then((choice) =>
    actions.find(({ title }) => title === choice)?.run(),
  );
}

function nextActions(
  next: NextStep,
  source: DatasetSource,
  { name }: Environment,
  submissionId: string | undefined,
): Action[] {
  const run = (command: string, ...args: unknown[]) => commands.executeCommand(command, ...args);
  switch (next) {
    case 'sign-in':
      return [{ title: l10n.t('Sign In'), run: () => run('dataset.signIn', name) }];
    case 'set-subscription-key':
      return [{ title: l10n.t('Set Subscription Key'), run: () => run('dataset.setSubscriptionKey', name) }];
    case 'set-client-secret':
      return [{ title: l10n.t('Set Client Secret'), run: () => run('dataset.setClientSecret', name) }];
    case 'edit-environment':
      return [
        {
          title: l10n.t('Edit Environment'),
          run: () => run('dataset.editEnvironment', name),
        },
      ];
    case 'try-again':
      return [{ title: l10n.t('Try Again'), run: () => run('dataset.create', source.uri) }];
    case 'check-service':
      return submissionId === undefined
        ? []
        : [
            {
              title: l10n.t('Settle…'),
              run: () => run('dataset.settleSubmission', submissionId),
            },
          ];
  }
}

function responseOf(outcome: SubmissionOutcome): HttpResponse | undefined {
  return 'response' in outcome ? outcome.response : undefined;
}
