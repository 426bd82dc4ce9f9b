import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { BatchSummary, DocumentResult } from '../../../submission/batch/batch-progress.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { datasetIdOf } from '../../../submission/records/message.ts';
import { plainText } from '../../../text/plain-text.ts';
import { localTime } from '../../local-time.ts';

/** The result of one document in the summary. */
export interface SummaryRow {
  readonly group: SummaryGroup;
  readonly name: string;
  readonly text: string;
}

export type SummaryGroup =
  | 'unknown'
  | 'rejected'
  | 'not-sent'
  | 'invalid'
  | 'skipped'
  | 'cancelled'
  | 'created';

const groups: readonly SummaryGroup[] = [
  'unknown',
  'rejected',
  'not-sent',
  'invalid',
  'skipped',
  'cancelled',
  'created',
];

export function rowOf(name: string, result: DocumentResult, environment: Environment): SummaryRow {
  if (result.kind === 'invalid')
    return { group: 'invalid', name, text: l10n.t("It now has errors, or can't be read.") };
  if (result.kind === 'skipped') {
    const datasetId = plainText(datasetIdOf(result.earlier.state) ?? '');
    return result.why === 'done'
      ? { group: 'created', name, text: describeCreatedBefore(datasetId) }
      : { group: 'skipped', name, text: datasetId };
  }
  const { outcome } = result;
  if (outcome.outcome === 'created' || outcome.outcome === 'accepted') {
    const { datasetId = l10n.t('no ID in the response') } = outcome;
    const text = outcome.outcome === 'accepted' ? l10n.t('{0} (creation in progress)', datasetId) : datasetId;
    return { group: 'created', name, text };
  }
  return { group: outcome.outcome, name, text: describeOutcome(outcome, environment.name).text };
}

/** The document that opens at the end of a batch: what needs attention comes first. */
export function summaryText(
  rows: readonly SummaryRow[],
  { left, end }: Pick<BatchSummary, 'left' | 'end'>,
  environment: Environment,
): string {
  const sections = groups.flatMap((group) => {
    const members = rows
      .filter((row) => row.group === group)
      .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    if (members.length === 0) return [];
    const width = Math.max(...members.map(({ name }) => name.length)) + 2;
    const lines = members.map(({ name, text }) => `  ${name.padEnd(width)}${text}`.trimEnd());
    return [[`${titleOf(group)}: ${members.length}`, ...lines].join('\n')];
  });
  const rest = left > 0 ? [l10n.t('Remaining: {0}. Resume the batch in the Submissions view.', left)] : [];
  return `${[heading(end, environment), ...sections, ...rest].join('\n\n')}\n`;
}

function heading(end: BatchSummary['end'], { name, service }: Environment): string {
  const where = l10n.t('Create Dataset in {0}, {1}', name, service.baseUrl.href);
  return `${where}\n${describeEnd(end, localTime(new Date()))}`;
}

function describeEnd(end: BatchSummary['end'], time: string): string {
  switch (end) {
    case 'finished':
      return l10n.t('{0}: finished', time);
    case 'stopped':
      return l10n.t('{0}: stopped before the end', time);
    case 'aborted':
      return l10n.t('{0}: stopped, because the remaining submissions would fail the same way', time);
  }
}

function describeCreatedBefore(datasetId: string): string {
  return datasetId === ''
    ? l10n.t('created before the interruption')
    : l10n.t('{0} (created before the interruption)', datasetId);
}

function titleOf(group: SummaryGroup): string {
  switch (group) {
    case 'unknown':
      return l10n.t(
        'Outcome unknown. Check in the service, then record the outcomes in the Submissions view',
      );
    case 'rejected':
      return l10n.t('Rejected');
    case 'not-sent':
      return l10n.t('Not sent');
    case 'invalid':
      return l10n.t('Not sent because of errors');
    case 'skipped':
      return l10n.t('Skipped, submitted before');
    case 'cancelled':
      return l10n.t('Cancelled, nothing was sent');
    case 'created':
      return l10n.t('Created');
  }
}
