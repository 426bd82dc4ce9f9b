import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { DocumentResult, RunSummary } from '../../../submission/batch/run-progress.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { datasetIdOf } from '../../../submission/records/message.ts';

/** What became of one document, as the summary tells it. */
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
    return { group: 'invalid', name, text: l10n.t('has errors by now, or can’t be read') };
  if (result.kind === 'skipped') {
    const datasetId = datasetIdOf(result.earlier.state) ?? '';
    return result.why === 'done'
      ? { group: 'created', name, text: l10n.t('{0} (before the interruption)', datasetId).trim() }
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

/** The document at the end of a run: what needs attention first. */
export function summaryText(
  rows: readonly SummaryRow[],
  { left, end }: Pick<RunSummary, 'left' | 'end'>,
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
  const rest = left > 0 ? [l10n.t('Left to do: {0}. Resume it in the Submissions view.', left)] : [];
  return `${[heading(end, environment), ...sections, ...rest].join('\n\n')}\n`;
}

function heading(end: RunSummary['end'], { name, service }: Environment): string {
  const where = l10n.t('Create Dataset in {0}, {1}', name, service.baseUrl.href);
  const ends = {
    finished: l10n.t('finished'),
    stopped: l10n.t('stopped before the end'),
    futile: l10n.t('given up, because the rest would have failed alike'),
  };
  return `${where}\n${new Date().toLocaleString()}: ${ends[end]}`;
}

function titleOf(group: SummaryGroup): string {
  switch (group) {
    case 'unknown':
      return l10n.t('Outcome unknown; look there, then settle them in the Submissions view');
    case 'rejected':
      return l10n.t('Rejected');
    case 'not-sent':
      return l10n.t('Not sent');
    case 'invalid':
      return l10n.t('Not sent because of errors');
    case 'skipped':
      return l10n.t('Left out, submitted before');
    case 'cancelled':
      return l10n.t('Cancelled, nothing was sent');
    case 'created':
      return l10n.t('Created');
  }
}
