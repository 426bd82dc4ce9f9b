import { l10n, ProgressLocation, window } from 'vscode';
import type { Sending } from '../../../app/create-datasets.ts';
import type { BatchProgress } from '../../../submission/batch/batch-results.ts';
import { outcomeTable } from '../../../submission/outcome-table.ts';
import type { SubmissionProgress } from '../../../submission/submit.ts';
import { abortSignalOf } from '../../abort-signal.ts';
import { notificationText } from '../../notification-text.ts';

/** Shows how many documents are validated. `validate` calls back after each, and ends if that returns false: the user cancelled. */
export async function withCheckProgress<Value>(
  count: number,
  validate: (onValidated: () => boolean) => Promise<Value>,
): Promise<Value> {
  const location = ProgressLocation.Notification;
  const title = notificationText(l10n.t('Checking {0} datasets', count));
  return window.withProgress({ location, cancellable: true, title }, (progress, cancellation) =>
    validate(() => {
      progress.report({ increment: 100 / count });
      return !cancellation.isCancellationRequested;
    }),
  );
}

/** Shows the progress of one document, beside `summary`. Cancelling aborts its request, after which its outcome can be unknown. */
export function withProgress<Value>(
  name: string,
  environment: string,
  summary: string,
  signal: AbortSignal | undefined,
  send: (sending: Sending) => Promise<Value>,
): Thenable<Value> {
  const location = ProgressLocation.Notification;
  const title = notificationText(l10n.t('Creating {0} in {1}', name, environment));
  return window.withProgress({ location, cancellable: true, title }, (progress, cancellation) => {
    const report = (...steps: string[]) =>
      progress.report({ message: [...steps, notificationText(summary)].join(' · ') });
    report();
    const cancelled = AbortSignal.any([abortSignalOf(cancellation), ...(signal ? [signal] : [])]);
    return send({
      stop: cancelled,
      signal: cancelled,
      onProgress: ({ step }) => {
        if (step) report(describeStep(step));
      },
    });
  });
}

function describeStep(step: SubmissionProgress): string {
  switch (step.kind) {
    case 'token':
      return l10n.t('getting an access token');
    case 'sending':
      return l10n.t('sending');
    case 'waiting':
      return step.isForToken
        ? l10n.t('the token endpoint is busy, trying again in {0} s', step.seconds)
        : l10n.t('the gateway is busy, trying again in {0} s', step.seconds);
  }
}

/**
 * Shows the progress of a batch. Cancelling once starts no more submissions and waits for the requests in flight. Cancelling
 * again aborts those, too, after which their outcomes are unknown.
 */
export function withBatchProgress<Value>(
  count: number,
  environment: string,
  run: (sending: Sending) => Promise<Value>,
): Thenable<Value> {
  const location = ProgressLocation.Notification;
  const title = notificationText(l10n.t('Creating {0} datasets in {1}', count, environment));
  return window.withProgress({ location, cancellable: true, title }, async (progress, cancellation) => {
    const requests = new AbortController();
    let reported = 0;
    const running = run({
      stop: abortSignalOf(cancellation),
      signal: requests.signal,
      onProgress: (state) => {
        const done = doneOf(state);
        progress.report({ increment: ((done - reported) / state.total) * 100, message: countsOf(state) });
        reported = done;
      },
    });
    cancellation.onCancellationRequested(() => {
      const stopping = l10n.t('Stopping. Waiting for responses to the requests that were sent.');
      void window.withProgress(
        { location, cancellable: true, title: notificationText(stopping) },
        async (_, again) => {
          again.onCancellationRequested(() => requests.abort());
          await running.catch(() => undefined);
        },
      );
    });
    return running;
  });
}

function doneOf({ counts }: BatchProgress): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function countsOf(state: BatchProgress): string {
  const { counts, total, sending, step } = state;
  const failed = counts.rejected + counts['not-sent'] + counts.invalid;
  return [
    l10n.t('{0} of {1}', doneOf(state), total),
    ...(sending > 0 ? [l10n.t('{0} being sent', sending)] : []),
    ...(failed > 0 ? [l10n.t('{0} failed', failed)] : []),
    ...(counts.unknown > 0 ? [outcomeTable.unknown.inBatch(counts.unknown)] : []),
    ...(step?.kind === 'waiting' ? [describeStep(step)] : []),
  ].join(' · ');
}
