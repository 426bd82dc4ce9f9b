import { commands, l10n } from 'vscode';
import { type BatchRow, batchRows, describeCounts, describeLeft } from '../../../app/batch-rows.ts';
import type { CreateEnd } from '../../../app/create-datasets.ts';
import type { Environment } from '../../../environments/environment.ts';
import { localTime } from '../../local-time.ts';
import { notify } from '../../notifications.ts';
import type { CheckedFiles } from '../create/checked-file.ts';
import { correctionOf } from '../create/next-action.ts';
import type { SubmittingStudio } from '../view/submission-store.ts';
import { openBatchPage } from './batch-page.ts';

/** Opens a page with all results, and shows their numbers in a notification. */
export async function showSummary(
  studio: SubmittingStudio,
  created: CreateEnd,
  { name, service }: Environment,
  files: CheckedFiles,
): Promise<void> {
  const { end, batch, left, results } = created;
  const resumable = left > 0 ? batch : undefined;
  const rows = batchRows(results, (document) => {
    const file = files.get(document);
    return file?.valid === false ? file.reason : '';
  });
  const now = new Date();
  await openBatchPage(studio, {
    environment: name,
    address: service.baseUrl.href,
    end: describeEnd(end, localTime(now)),
    at: now.toISOString(),
    batch: resumable,
    left,
    rows,
  });
  void showCounts(rows, created, resumable, name);
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

async function showCounts(
  rows: readonly BatchRow[],
  { end, left }: CreateEnd,
  resumable: string | undefined,
  environment: string,
): Promise<void> {
  const message = [describeCounts(rows, left, environment), ...(left > 0 ? [describeLeft(left)] : [])];
  const correction = correctionOf(rows, resumable, environment);
  const buttons: Record<string, string> = {
    ...(correction ? { correct: correction.title } : {}),
    ...(resumable ? { resume: l10n.t('Resume') } : {}),
    ...(rows.some(({ group }) => group === 'unknown') ? { show: l10n.t('Show Submissions') } : {}),
  };
  const needsAttention = Object.keys(buttons).length > 0;
  const severity = end === 'aborted' ? 'error' : needsAttention ? 'warning' : 'information';
  const choice = await notify(severity, message.join(' '), { buttons });
  if (choice === 'correct') await correction?.run();
  if (choice === 'resume') await commands.executeCommand('dataset.resumeRun', resumable);
  if (choice === 'show') await commands.executeCommand('dataset.showSubmissions');
}
