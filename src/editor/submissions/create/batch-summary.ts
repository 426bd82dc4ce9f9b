import { commands, l10n, Uri } from 'vscode';
import { type CreateEnd, isCancelled } from '../../../app/create-datasets.ts';
import type { Environment } from '../../../environments/environment.ts';
import type { DocumentResult } from '../../../submission/batch/batch-results.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { outcomeTable } from '../../../submission/outcome-table.ts';
import { earlierOf } from '../../../submission/recorded-outcome.ts';
import { datasetIdOf, documentName } from '../../../submission/state-message.ts';
import { plainText } from '../../../text/plain-text.ts';
import { localTime } from '../../local-time.ts';
import { notify } from '../../notifications.ts';
import type { TextLink } from '../../read-only-documents.ts';
import type { Studio } from '../../studio/studio.ts';
import type { CheckedFile, CheckedFiles } from './checked-file.ts';
import { type Action, actionFor } from './next-action.ts';

/** The result of one document in the summary. */
interface SummaryRow {
  readonly group: SummaryGroup;
  /** Its URI. */
  readonly document: string;
  readonly text: string;
  /** The part of the text that opens the submission; all of it by default. */
  readonly linked?: string;
  readonly submissionId?: string;
}

/** What needs attention comes first. */
const groups = ['unknown', 'rejected', 'not-sent', 'invalid', 'skipped', 'cancelled', 'created'] as const;

type SummaryGroup = (typeof groups)[number];

function rowOf(
  document: string,
  result: DocumentResult,
  environment: string,
  file: CheckedFile | undefined,
): SummaryRow {
  if (result.kind === 'invalid')
    return { group: 'invalid', document, text: file?.valid === false ? file.reason : '' };
  if (result.kind === 'done-before') {
    const { entry, state } = result.earlier;
    const datasetId = plainText(datasetIdOf(state) ?? '');
    const text = describeCreatedBefore(datasetId);
    return { group: 'created', document, text, linked: datasetId, submissionId: entry.id };
  }
  const { outcome, submissionId } = result;
  const earlier = earlierOf(outcome);
  if (earlier) {
    const { entry, state } = earlier;
    const text = plainText(datasetIdOf(state) ?? '');
    return { group: 'skipped', document, text, submissionId: entry.id };
  }
  const row = { document, submissionId };
  if (outcome.kind === 'created' || outcome.kind === 'accepted') {
    const { datasetId = l10n.t('no ID in the response') } = outcome;
    const text = outcome.kind === 'accepted' ? l10n.t('{0} (creation in progress)', datasetId) : datasetId;
    return { ...row, group: 'created', text, linked: datasetId };
  }
  const { text } = describeOutcome(outcome, environment, { showTime: localTime });
  return { ...row, group: outcome.kind, text };
}

/** Opens a document with all results, and shows a notification. */
export async function showSummary(
  { documents }: Pick<Studio, 'documents'>,
  created: CreateEnd,
  environment: Environment,
  files: CheckedFiles,
): Promise<void> {
  // What was cancelled remains, and can be resumed.
  const rows = [...created.results]
    .filter(([, result]) => !isCancelled(result))
    .map(([document, result]) => rowOf(document, result, environment.name, files.get(document)));
  const { text, links } = summaryOf(rows, created, environment);
  await documents.show(l10n.t('Create Dataset in {0}', environment.name).concat('.txt'), text, links);
  void showCounts(created, rows, environment.name);
}

/** How many documents there are of each kind except *created*, such as "1 unknown, 2 rejected."; empty if there are none. */
function describeOthers(rows: readonly SummaryRow[]): string {
  const counts = groups.flatMap((group) => {
    const count = rows.filter((row) => row.group === group).length;
    return count === 0 || group === 'created' ? [] : [outcomeTable[group].inBatch(count)];
  });
  return counts.length === 0 ? '' : `${counts.join(', ')}.`;
}

/** With links to the files, the submissions, and *Settle*. */
function summaryOf(
  rows: readonly SummaryRow[],
  { left, end }: CreateEnd,
  environment: Environment,
): { readonly text: string; readonly links: readonly TextLink[] } {
  const links: TextLink[] = [];
  let text = heading(end, environment);
  const link = (label: string, target: Uri, tooltip: string) => {
    links.push({ start: text.length, end: text.length + label.length, target, tooltip });
    text += label;
  };
  for (const group of groups) {
    const members = rows
      .filter((row) => row.group === group)
      .map((row) => ({ ...row, name: documentName(row) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    if (members.length === 0) continue;
    text += `\n\n${outcomeTable[group].label()}: ${members.length}`;
    const width = Math.max(...members.map(({ name }) => name.length)) + 2;
    for (const { name, document, text: result, linked, submissionId } of members) {
      text += '\n  ';
      link(name, Uri.parse(document), l10n.t('Open File'));
      if (result !== '') text += ' '.repeat(width - name.length);
      const [before = '', after = ''] = linked ? result.split(linked, 2) : [];
      if (submissionId === undefined) text += result;
      else {
        text += before;
        link(linked || result, commandUri('dataset.showSubmission', submissionId), l10n.t('Show Submission'));
        text += after;
      }
      if (submissionId === undefined || group !== 'unknown') continue;
      text += '  ';
      link(
        l10n.t('Settle…'),
        commandUri('dataset.settleSubmission', submissionId),
        l10n.t('Settle Submission'),
      );
    }
  }
  if (left > 0) text += `\n\n${l10n.t('Remaining: {0}. Resume the batch in the Submissions view.', left)}`;
  return { text: `${text}\n`, links };
}

function commandUri(command: string, argument: string): Uri {
  return Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`);
}

function heading(end: CreateEnd['end'], { name, service }: Environment): string {
  const where = l10n.t('Create Dataset in {0}, {1}', name, service.baseUrl.href);
  return `${where}\n${describeEnd(end, localTime(new Date()))}`;
}

function describeEnd(end: CreateEnd['end'], time: string): string {
  switch (end) {
    case 'stopped':
      return l10n.t('{0}: stopped before the end', time);
    case 'aborted':
      return l10n.t('{0}: stopped, because the remaining submissions would fail the same way', time);
    default:
      return l10n.t('{0}: finished', time);
  }
}

function describeCreatedBefore(datasetId: string): string {
  return datasetId === ''
    ? l10n.t('created before the interruption')
    : l10n.t('{0} (created before the interruption)', datasetId);
}

/** Shows the counts of a batch in a notification. */
async function showCounts(
  created: CreateEnd,
  rows: readonly SummaryRow[],
  environment: string,
): Promise<void> {
  const { end, batch, left, results } = created;
  const numberOf = (group: SummaryGroup) => rows.filter((row) => row.group === group).length;
  const others = describeOthers(rows);
  const message = [
    l10n.t(
      '{0} of {1} datasets created in {2}.',
      numberOf('created'),
      results.size - numberOf('invalid'),
      environment,
    ),
    ...(others === '' ? [] : [others]),
    ...(left > 0 ? [describeLeft(left)] : []),
  ].join(' ');
  const correction = correctionOf(created, environment);
  const buttons: Record<string, string> = {
    ...(correction ? { correct: correction.title } : {}),
    ...(left > 0 && batch ? { resume: l10n.t('Resume') } : {}),
    ...(numberOf('unknown') > 0 ? { show: l10n.t('Show Submissions') } : {}),
  };
  const needsAttention = Object.keys(buttons).length > 0;
  const severity = end === 'aborted' ? 'error' : needsAttention ? 'warning' : 'information';
  const choice = await notify(severity, message, { buttons });
  if (choice === 'correct') await correction?.run();
  if (choice === 'resume') await commands.executeCommand('dataset.resumeRun', batch);
  if (choice === 'show') await commands.executeCommand('dataset.showSubmissions');
}

/** What a single document that failed would get: correcting the cause, and then creating those that failed, and the rest, again. */
function correctionOf({ batch, left, results }: CreateEnd, environment: string): Action | undefined {
  const failed = [...results].flatMap(([document, result]) => {
    if (result.kind !== 'submitted' || earlierOf(result.outcome)) return [];
    const { kind } = result.outcome;
    if (kind !== 'rejected' && kind !== 'not-sent') return [];
    return [{ uri: Uri.parse(document), next: describeOutcome(result.outcome, environment).next }];
  });
  const steps = failed.flatMap(({ next }) => next ?? []);
  const next = steps.find((step) => step !== 'try-again') ?? steps[0];
  const isResumable = left > 0 && batch !== undefined;
  return next && actionFor(next, isResumable ? batch : failed.map(({ uri }) => uri), environment);
}

function describeLeft(count: number): string {
  return count === 1 ? l10n.t('1 dataset remains.') : l10n.t('{0} datasets remain.', count);
}
