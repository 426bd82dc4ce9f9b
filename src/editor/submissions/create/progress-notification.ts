import { l10n } from 'vscode';
import type { Sending } from '../../../app/submissions/create-datasets.ts';
import type { BatchProgress } from '../../../submission/batch/batch-results.ts';
import { outcomeTable } from '../../../submission/outcome-table.ts';
import { documentName } from '../../../submission/state-message.ts';
import type { SubmissionProgress } from '../../../submission/submit.ts';
import { withProgress } from '../../ui/progress.ts';

/** Shows how many documents are validated. `validate` calls back after each, and ends if that returns false: the user cancelled. */
export async function withCheckProgress<Value>(
  count: number,
  validate: (onValidated: () => boolean) => Promise<Value>,
): Promise<Value> {
  if (count <= 1) return validate(() => true);
  return withProgress(l10n.t('Checking {0} datasets', count), (signal, progress) =>
    validate(() => {
      progress.report({ increment: 100 / count });
      return !signal.aborted;
    }),
  );
}

/**
 * Shows the progress. Cancelling aborts the request of one document, after which its outcome
 * can be unknown. Of several, it starts no more submissions and waits for the requests in flight; cancelling again aborts those.
 */
export function withSendProgress<Value>(
  documents: readonly string[],
  environment: string,
  signal: AbortSignal | undefined,
  send: (sending: Sending) => Promise<Value>,
): Thenable<Value> {
  const [document = '', ...others] = documents;
  const title =
    others.length === 0
      ? l10n.t('Creating {0} in {1}', documentName({ document }), environment)
      : l10n.t('Creating {0} datasets in {1}', documents.length, environment);
  return withProgress(title, async (cancelled, progress) => {
    const stop = AbortSignal.any([cancelled, ...(signal ? [signal] : [])]);
    if (others.length === 0)
      return send({
        stop,
        signal: stop,
        onProgress: ({ step }) => void (step && progress.report({ message: describeStep(step) })),
      });
    const requests = new AbortController();
    let reported = 0;
    const sent = send({
      stop,
      signal: requests.signal,
      onProgress: (state) => {
        const done = doneOf(state);
        progress.report({ increment: ((done - reported) / state.total) * 100, message: countsOf(state) });
        reported = done;
      },
    });
    cancelled.addEventListener('abort', () => {
      const stopping = l10n.t('Stopping. Waiting for responses to the requests that were sent.');
      void withProgress(stopping, async (again) => {
        again.addEventListener('abort', () => requests.abort());
        await sent.catch(() => undefined);
      });
    });
    return sent;
  });
}

function describeStep(step: SubmissionProgress): string {
  switch (step.kind) {
    case 'token':
      return step.requirement === undefined
        ? l10n.t('getting an access token')
        : l10n.t('signing in again, because the gateway requires {0}', step.requirement);
    case 'sending':
      return l10n.t('sending');
    case 'waiting':
      return step.isForToken
        ? l10n.t('the token endpoint is busy, trying again in {0} s', step.seconds)
        : l10n.t('the gateway is busy, trying again in {0} s', step.seconds);
  }
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
    ...(step?.kind === 'waiting' || (step?.kind === 'token' && step.requirement !== undefined)
      ? [describeStep(step)]
      : []),
  ].join(' · ');
}
