import { commands, l10n, Uri } from 'vscode';
import type {
  BatchSummary,
  DocumentResult,
  DoubtfulSubmission,
} from '../../../submission/batch/batch-results.ts';
import { submitMany } from '../../../submission/batch/submit-many.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { describeOutcome } from '../../../submission/outcome-message.ts';
import { doubtfulOutcome, unknownOutcome } from '../../../submission/outcome-table.ts';
import { documentName } from '../../../submission/state-message.ts';
import { notify, showFailure } from '../../notifications.ts';
import type { Access, CreateDependencies } from '../access.ts';
import { askAboutEarlier } from '../create/ask-about-earlier.ts';
import { checkSource } from '../create/check-source.ts';
import { type CreateResult, resultOf, resultOfRecord } from '../create/create-result.ts';
import { readSource } from '../create/dataset-source.ts';
import { describeOthers, rowOf, type SummaryRow, summaryOf } from './batch-summary.ts';
import type { CheckedFile } from './check-many.ts';
import { withBatchProgress } from './progress-notification.ts';

/** Submits a batch with a progress notification, and opens a summary at the end. Returns results by document. */
export async function runBatch(
  studio: CreateDependencies,
  batch: Batch,
  access: Access,
  invalid: readonly CheckedFile[],
): Promise<ReadonlyMap<string, CreateResult>> {
  const { environment } = access.submission;
  const store = await studio.submissions();
  const results = new Map<string, CreateResult>();
  const invalidRows: readonly SummaryRow[] = invalid.map((file) => ({
    group: 'invalid',
    document: file.uri.toString(),
    text: file.valid ? '' : file.reason,
  }));
  /** By document. */
  const rows = new Map<string, SummaryRow>();
  const onResult = (document: string, result: DocumentResult) => {
    const name = documentName({ document });
    results.set(document, createResultOf(result));
    rows.set(document, rowOf(document, result, environment));
    if (result.kind !== 'submitted') return;
    studio.log.info(`${name} → ${environment.service.baseUrl.href}: ${result.outcome.outcome}`);
    if (result.unrecorded) studio.log.error(unknownOutcome.unrecorded(result.unrecorded));
  };
  const onDoubt = ({ document, submissionId, datasetId = '', unrecorded }: DoubtfulSubmission) => {
    const name = documentName({ document });
    results.set(document, { outcome: 'unknown', submissionId });
    rows.set(document, {
      group: 'unknown',
      document,
      text: doubtfulOutcome.ofBatch(datasetId),
      submissionId,
    });
    studio.log.warn(`${name}: the response may be that of another request on the same connection.`);
    if (unrecorded) studio.log.error(unknownOutcome.unrecorded(unrecorded));
  };
  let skipsCreated = false;
  const decide = async (document: string, earlier: JournalRecord) => {
    if (skipsCreated && earlier.state.outcome !== 'unknown') return 'skip';
    const subject = { name: documentName({ document }), environment: environment.name, isInBatch: true };
    const answer = await askAboutEarlier(store, subject, earlier);
    if (answer === 'skip-all') skipsCreated = true;
    if (answer === 'settled') return 'submit';
    return answer === 'skip-all' ? 'skip' : answer;
  };
  const http = access.keepAlive();
  const submitted = await withBatchProgress(batch, environment.name, (options) =>
    submitMany({
      ...access.submission,
      ...access.dependencies,
      http,
      journal: store.journal,
      ...options,
      batch: batch.id,
      documents: batch.documents,
      concurrency: studio.settings.concurrency(),
      load: (document) => loadBody(studio, Uri.parse(document)),
      decide,
      onResult,
      onDoubt,
    }).finally(() => http.close()),
  );
  if (!submitted.ok) {
    await store.putAside(batch);
    const outcome = { outcome: 'not-sent', reason: 'journal', failure: submitted.failure } as const;
    showFailure(describeOutcome(outcome, environment.name).text);
    return results;
  }
  const { value: summary } = submitted;
  if (summary.left > 0) await store.putAside(batch);
  else await store.endBatch(batch.id);
  const all = [...invalidRows, ...rows.values()];
  const { text, links } = summaryOf(all, summary, environment);
  await studio.documents.show(l10n.t('Create Dataset in {0}', environment.name).concat('.txt'), text, links);
  void showEnd(batch, summary, all, environment.name);
  return results;
}

/** The request body of a document as it is now; undefined if it has errors or can't be read. */
async function loadBody(studio: CreateDependencies, uri: Uri): Promise<Uint8Array | undefined> {
  const source = await readSource(uri);
  if (!source.ok) return undefined;
  const checked = await checkSource(source.value, studio.settings);
  return checked.valid ? checked.body : undefined;
}

function createResultOf(result: DocumentResult): CreateResult {
  switch (result.kind) {
    case 'submitted':
      return resultOf(result);
    case 'invalid':
    case 'cancelled':
      return { outcome: result.kind };
    case 'done-before':
      return resultOfRecord(result.earlier.state, result.earlier.entry.id);
    case 'skipped':
      return { outcome: 'not-sent' };
  }
}

async function showEnd(
  batch: Batch,
  { counts, doubtful, left, end }: BatchSummary,
  rows: readonly SummaryRow[],
  environment: string,
): Promise<void> {
  // Includes the datasets that were created before an interruption.
  const created = rows.filter(({ group }) => group === 'created').length;
  const others = describeOthers(rows);
  const message = [
    l10n.t('{0} of {1} datasets created in {2}.', created, batch.documents.length, environment),
    ...(others === '' ? [] : [others]),
    ...(left > 0 ? [describeLeft(left)] : []),
  ].join(' ');
  const buttons: Record<string, string> = {
    ...(left > 0 ? { resume: l10n.t('Resume') } : {}),
    ...(counts.unknown + doubtful > 0 ? { show: l10n.t('Show Submissions') } : {}),
  };
  const needsAttention = Object.keys(buttons).length > 0;
  const severity = end === 'aborted' ? 'error' : needsAttention ? 'warning' : 'information';
  const choice = await notify(severity, message, { buttons });
  if (choice === 'resume') await commands.executeCommand('dataset.resumeRun', batch.id);
  if (choice === 'show') await commands.executeCommand('dataset.showSubmissions');
}

function describeLeft(count: number): string {
  return count === 1 ? l10n.t('1 dataset remains.') : l10n.t('{0} datasets remain.', count);
}
