import { l10n } from 'vscode';
import { datasetUrl } from '../../../gateway/dataset-request.ts';
import { BatchHistory, isDone } from '../../../submission/batch/batch-results.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import { describeJournalFailure } from '../../../submission/journal/journal-failure.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import { notify, showFailure } from '../../notifications.ts';
import { isTrustedWorkspace } from '../../studio/trust.ts';
import { accessTo, type CreateDependencies } from '../access.ts';
import { targetLine } from '../create/account-line.ts';
import type { SubmissionNode } from '../view/submissions-tree.ts';
import { runBatch } from './run-batch.ts';

/** Resumes an interrupted batch: that of a node of the view or of an ID, otherwise the latest. */
export async function resumeBatch(studio: CreateDependencies, target: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const store = await studio.submissions();
  const batch = await interruptedBatch(studio, target);
  if (!batch) return;
  const environment = studio.settings
    .environments()
    .environments.find(({ service }) => datasetUrl(service).href === batch.requestUrl);
  if (!environment) {
    showFailure(
      l10n.t('No environment has the address {0}. Add one in the settings, then resume.', batch.requestUrl),
    );
    return;
  }
  const history = new BatchHistory(store.current.records, batch.id);
  const known = batch.documents
    .map((document) => history.of(document))
    .filter((record) => record !== undefined);
  const created = known.filter(isDone).length;
  const choice = await notify('warning', l10n.t('Resume creating datasets in {0}?', environment.name), {
    modal: true,
    detail: [
      await targetLine(studio.vault, environment, batch.requestUrl),
      l10n.t('Created before: {0}', created),
      unknownOutcome.willAsk(known.length - created),
      l10n.t('Remaining: {0}', batch.documents.length - known.length),
    ].join('\n'),
    buttons: { resume: l10n.t('Resume') },
  });
  if (choice !== 'resume') return;
  const access = await accessTo(studio, environment);
  if (!access) return;
  const resumed = await store.takeUp(batch);
  if (resumed.ok) await runBatch(studio, resumed.value, access, []);
  else showFailure(describeJournalFailure(resumed.failure));
}

/** Discards the remaining documents of a batch. */
export async function discardBatch(studio: CreateDependencies, target: unknown): Promise<void> {
  const batch = await interruptedBatch(studio, target);
  if (batch) await (await studio.submissions()).endBatch(batch.id);
}

async function interruptedBatch(studio: CreateDependencies, target: unknown): Promise<Batch | undefined> {
  const store = await studio.submissions();
  await store.refresh();
  const id = typeof target === 'string' ? target : idOfNode(target);
  const { interrupted } = store.current;
  const batch = id === undefined ? interrupted[0] : interrupted.find((one) => one.id === id);
  if (!batch) void notify('information', l10n.t('There is no interrupted batch to resume.'));
  return batch;
}

function idOfNode(target: unknown): string | undefined {
  const node = target as SubmissionNode | null | undefined;
  return typeof node === 'object' && node?.kind === 'batch' ? node.batch.id : undefined;
}
