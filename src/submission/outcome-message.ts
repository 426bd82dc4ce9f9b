import * as l10n from '@vscode/l10n';
import { editorSettingNames, type SettingNames } from '../environments/setting-names.ts';
import { messageIn } from '../gateway/error-reason.ts';
import { describeConnectionFailure, describeInterruption } from '../gateway/presentation/failure-message.ts';
import { describeTokenFailure, nextAfterTokenFailure } from '../identity/messages/token-failure-message.ts';
import { withoutFullStop } from '../text/plain-text.ts';
import { type CauseDetails, type CauseRow, causeTable, type Prospect } from './cause-table.ts';
import { describeJournalFailure } from './journal/journal.ts';
import {
  type AgentAnswer,
  type NextStep,
  type OutcomeRow,
  outcomeTable,
  unknownOutcome,
} from './outcome-table.ts';
import { causeOfNotSent, causeOfUnknown, earlierOf } from './recorded-outcome.ts';
import { describeEarlier, type ShowTime } from './state-message.ts';
import type { SubmissionOutcome } from './submit.ts';

export interface OutcomeMessage {
  readonly level: OutcomeRow['level'];
  /** What happened and why. Plain text. */
  readonly text: string;
  readonly next?: NextStep;
}

/** By default, settings are called as in VS Code, and times are shown in UTC. */
export interface MessageOptions {
  readonly names?: SettingNames;
  readonly showTime?: ShowTime;
}

/** Describes an outcome in whole sentences, without secrets and without unescaped text of the service. */
export function describeOutcome(
  outcome: SubmissionOutcome,
  environment: string,
  { names = editorSettingNames(), showTime }: MessageOptions = {},
): OutcomeMessage {
  const { level, next } = rowOf(outcome);
  const text = describe(outcome, environment, names, showTime);
  const step =
    outcome.kind === 'not-sent' && outcome.cause.kind === 'token'
      ? nextAfterTokenFailure(outcome.cause.failure)
      : next;
  return { level, text, next: step };
}

function describe(
  outcome: SubmissionOutcome,
  environment: string,
  names: SettingNames,
  showTime: ShowTime | undefined,
): string {
  switch (outcome.kind) {
    case 'created':
    case 'accepted':
      return describeSuccess(outcome, environment);
    case 'rejected': {
      const { cause, reason, status } = outcome;
      return sentences(
        l10n.t('{environment} rejected the dataset (status {status}).', { environment, status }),
        quote(reason),
        causeTable.rejected[cause.kind].long?.(cause, names) ?? '',
      );
    }
    case 'not-sent':
      return sentences(
        l10n.t('Nothing was sent to {environment}.', { environment }),
        describeNotSent(outcome.cause, names, showTime),
      );
    case 'unknown':
      return sentences(
        unknownOutcome.opening(),
        describeUnknown(outcome.cause),
        unknownOutcome.advice(environment),
      );
    case 'cancelled':
      return l10n.t('Cancelled. Nothing was created in {environment}.', { environment });
  }
}

/** What the table says of an outcome and its cause. */
export function rowOf(outcome: SubmissionOutcome): Pick<OutcomeRow, 'level' | 'exitCode'> & {
  readonly next?: NextStep;
  /** Undefined if the dataset was created. */
  readonly agent?: AgentAnswer;
  readonly prospect: Prospect;
} {
  const { level, exitCode } = outcomeTable[outcome.kind];
  const own = { level, exitCode, prospect: 'continue' } as const;
  const withCause = (row: CauseRow, cause: CauseDetails) => ({
    level: row.level ?? level,
    exitCode: row.exitCode?.(cause) ?? exitCode,
    next: row.next,
    agent: row.agent,
    prospect: typeof row.prospect === 'function' ? row.prospect(cause) : (row.prospect ?? 'continue'),
  });
  switch (outcome.kind) {
    case 'created':
    case 'accepted':
      return own;
    case 'cancelled':
      return { ...own, agent: 'cancelled' };
    case 'rejected':
      return withCause(causeTable.rejected[outcome.cause.kind], { ...outcome.cause, status: outcome.status });
    case 'unknown': {
      const cause = causeOfUnknown(outcome);
      return withCause(causeTable.unknown[cause.kind], cause);
    }
    case 'not-sent': {
      const cause = causeOfNotSent(outcome);
      const row = withCause(causeTable['not-sent'][cause.kind], cause);
      const earlier = earlierOf(outcome);
      if (earlier?.state.kind === 'in-flight') return { ...row, agent: 'in-flight' };
      // As in the run that caused it.
      return earlier?.state.kind === 'unknown' ? { ...row, exitCode: outcomeTable.unknown.exitCode } : row;
    }
  }
}

function describeNotSent(
  cause: Extract<SubmissionOutcome, { kind: 'not-sent' }>['cause'],
  names: SettingNames,
  showTime: ShowTime | undefined,
): string {
  switch (cause.kind) {
    case 'subscription-key':
      return l10n.t('No subscription key is set.');
    case 'token':
      return describeTokenFailure(cause.failure, names);
    case 'journal':
      return describeJournalFailure(cause.failure);
    case 'earlier':
      return describeEarlier(cause.earlier, showTime);
    case 'connection':
      return sentences(
        describeConnectionFailure(cause.failure, names),
        // A credential that can't be sent can't be sent the next time.
        cause.failure.kind === 'invalid-header' ? '' : l10n.t('It is safe to try again.'),
      );
  }
}

function describeUnknown(cause: Extract<SubmissionOutcome, { kind: 'unknown' }>['cause']): string {
  if (cause.kind === 'web-page')
    return l10n.t('The response is a web page. Check the address and the proxy.');
  if (!('response' in cause)) return describeInterruption(cause);
  const { kind, status, reason } = cause;
  return sentences(
    kind === 'status'
      ? l10n.t('The gateway answered with status {status}.', { status })
      : l10n.t('The response reports an error, with status {status}.', { status }),
    quote(reason),
  );
}

function describeSuccess(
  { kind: outcome, datasetId, response }: Extract<SubmissionOutcome, { kind: 'created' | 'accepted' }>,
  environment: string,
): string {
  if (datasetId)
    return outcome === 'accepted'
      ? l10n.t('Dataset accepted in {environment}, creation in progress: {datasetId}', {
          environment,
          datasetId,
        })
      : l10n.t('Dataset created in {environment}: {datasetId}', { environment, datasetId });
  if (response.complete)
    return sentences(
      outcome === 'accepted'
        ? l10n.t('Dataset accepted in {environment}, creation in progress. The response contains no ID.', {
            environment,
          })
        : l10n.t('Dataset created in {environment}. The response contains no ID.', { environment }),
      quote(messageIn(new TextDecoder().decode(response.body))),
    );
  return outcome === 'accepted'
    ? l10n.t(
        'Dataset accepted in {environment}, but the response was cut off before it contained an ID. Look up the ID in {environment}.',
        { environment },
      )
    : l10n.t(
        'Dataset created in {environment}, but the response was cut off before it contained an ID. Look up the ID in {environment}.',
        { environment },
      );
}

/** The service's own message. */
function quote(reason: string): string {
  return reason === '' ? '' : l10n.t('It says: "{reason}".', { reason: withoutFullStop(reason) });
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
