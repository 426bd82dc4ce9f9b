import { l10n, type Uri } from 'vscode';
import { type CreateResult, createDatasets, sendDatasets } from '../../../app/create-datasets.ts';
import { datasetUrl } from '../../../gateway/dataset-request.ts';
import { BatchHistory, isDone } from '../../../submission/batch/batch-results.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import { notify, showFailure } from '../../notifications.ts';
import { isTrustedWorkspace } from '../../studio/trust.ts';
import type { SubmittingStudio } from '../view/submission-store.ts';
import type { SubmissionNode } from '../view/submissions-tree.ts';
import { BatchHost } from './batch-host.ts';
import { type CheckedFile, targetLine } from './confirm-submission.ts';
import { createOne } from './create-one.ts';
import { readSource } from './dataset-source.ts';
import { documentsOf, showNoEnvironment, targetsOf } from './targets.ts';

/** Create Dataset, for the active editor or for URIs of files and folders. Returns an array of results for several. */
export async function createDataset(
  studio: SubmittingStudio,
  target?: unknown,
  selection?: unknown,
): Promise<CreateResult | CreateResult[]> {
  const cancelled: CreateResult = { outcome: 'cancelled' };
  if (!(await isTrustedWorkspace())) return cancelled;
  const { uris, several } = targetsOf(target, selection);
  const documents = await documentsOf(uris);
  if (several || documents.inFolders) return createMany(studio, documents.uris);
  const [uri] = documents.uris;
  return uri ? createOne(studio, await readSource(uri)) : cancelled;
}

/** Creates a dataset from each document: checks all of them, asks once, then submits them. Results in the order of the URIs. */
async function createMany(studio: SubmittingStudio, uris: readonly Uri[]): Promise<CreateResult[]> {
  const host = new BatchHost(studio);
  const documents = uris.map((uri) => uri.toString());
  const end = await createDatasets(documents, host);
  if (!end.ok && end.failure.kind === 'invalid') showNoneValid(host.files);
  else await host.showSummary(end);
  return documents.map((document) => host.results.get(document) ?? { outcome: 'cancelled' });
}

function showNoneValid(files: readonly CheckedFile[]): void {
  const [first] = files;
  if (!first || first.valid) {
    showFailure(l10n.t('No dataset file was selected. Select a file such as sales.dataset.json.'));
    return;
  }
  showFailure(
    files.length === 1
      ? l10n.t("{0} can't be submitted. {1}", first.name, first.reason)
      : l10n.t(
          'All {0} files have errors, so nothing was sent. {1}: {2}',
          files.length,
          first.name,
          first.reason,
        ),
  );
}

/** Resumes an interrupted batch: that of a node of the view or of an ID, otherwise the latest. */
export async function resumeBatch(studio: SubmittingStudio, target: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const store = await studio.submissions();
  const batch = await interruptedBatch(studio, target);
  if (!batch) return;
  const environment = studio.settings
    .environments()
    .environments.find(({ service }) => datasetUrl(service).href === batch.requestUrl);
  if (!environment) return showNoEnvironment(batch.requestUrl);
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
  const host = new BatchHost(studio, batch);
  await host.showSummary(await sendDatasets(batch.documents, environment, host));
}

/** Discards the remaining documents of a batch. */
export async function discardBatch(studio: SubmittingStudio, target: unknown): Promise<void> {
  const batch = await interruptedBatch(studio, target);
  if (batch) await (await studio.submissions()).endBatch(batch.id);
}

async function interruptedBatch(studio: SubmittingStudio, target: unknown): Promise<Batch | undefined> {
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
