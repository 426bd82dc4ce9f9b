import { l10n, type Uri } from 'vscode';
import {
  type CreateResult,
  createDatasets,
  createResultOf,
  sendDatasets,
} from '../../../app/submissions/create-datasets.ts';
import { datasetUrl } from '../../../gateway/dataset-request.ts';
import {
  type BatchEnd,
  batchStatus,
  type DocumentResult,
  isSubmission,
} from '../../../submission/batch/batch-results.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import { earlierOf } from '../../../submission/recorded-outcome.ts';
import type { SubmissionOutcome } from '../../../submission/submit.ts';
import { isUnderway } from '../../../submission/submit-once.ts';
import { describeSkippedFiles } from '../../authoring/workspace/skipped-files.ts';
import { selectDatasetFiles } from '../../documents/dataset-files.ts';
import { savedUri } from '../../documents/dataset-source.ts';
import { showNoEnvironment } from '../../documents/read-target.ts';
import { targetsOf } from '../../documents/targets.ts';
import { isTrustedWorkspace, type Studio } from '../../studio/studio.ts';
import { confirm, notify, showFailure, showRefusal } from '../../ui/notifications.ts';
import { passedId } from '../view/submissions-tree.ts';
import { targetLine } from './confirm-submission.ts';
import { type CreateChoices, editorHost } from './create-host.ts';
import { describeNoFile, showEnd } from './show-outcome.ts';

/** Create Dataset, for the active editor or for files and folders. Returns an array of results for a list or a folder. */
export async function createDataset(
  studio: Studio,
  target?: unknown,
  selection?: unknown,
): Promise<CreateResult | CreateResult[]> {
  const cancelled: CreateResult = { outcome: 'cancelled' };
  if (!(await isTrustedWorkspace())) return cancelled;
  const targets = await targetsOf(target, selection);
  if (targets === undefined) return { outcome: 'invalid' };
  const { uris, several, isSelection } = targets;
  if (uris.length === 0 && !several) return cancelled;
  const found = await selectDatasetFiles(uris, !isSelection, studio.settings);
  if (found.files.length > 0 || several) {
    const results = await createFrom(studio, found.files, { skipped: describeSkippedFiles(found) });
    return several || found.hasFolders ? results : (results[0] ?? cancelled);
  }
  showFailure([describeNoFile(), ...describeSkippedFiles(found)].join(' '));
  return { outcome: 'invalid' };
}

/** Creates one dataset, in the given environment or in the one that the user chooses. */
export async function createOne(studio: Studio, uri: Uri, choices?: CreateChoices): Promise<CreateResult> {
  const [result] = await createFrom(studio, [uri], choices);
  return result ?? { outcome: 'cancelled' };
}

/** Creates a dataset from each document, and shows what happened. Results in the order of the URIs. */
async function createFrom(
  studio: Studio,
  uris: readonly Uri[],
  choices?: CreateChoices,
): Promise<CreateResult[]> {
  const documents = uris.map((uri) => savedUri(uri).toString());
  const host = editorHost(studio, choices);
  let created: BatchEnd;
  try {
    created = await createDatasets(documents, host);
  } catch (error) {
    // Of several, some may have been sent.
    if (documents.length > 1 || !showRefusal(error)) throw error;
    return [{ outcome: 'not-sent' }];
  }
  const results = documents.map((document) => created.results.get(document) ?? { kind: 'invalid' as const });
  const [result] = results;
  const outcome = results.length === 1 && result && isSubmission(result) ? result : undefined;
  if (outcome && isWithoutCredential(outcome)) return [{ outcome: 'cancelled' }];
  // The user has answered the question about the earlier submission.
  if (!outcome || !earlierOf(outcome)) await showEnd(studio, created, host.files);
  // Otherwise, the confirmation has named them.
  const isAsked = created.end !== 'invalid' && studio.settings.confirmation() !== 'never';
  if (!isAsked && choices?.skipped?.length) void notify('info', choices.skipped.join(' '));
  return results.map((each) => (isDeclined(each) ? { outcome: 'cancelled' } : createResultOf(each)));
}

/** True if the user was asked about an earlier submission, and did not submit the document again. */
function isDeclined(result: DocumentResult): boolean {
  const earlier = isSubmission(result) ? earlierOf(result) : undefined;
  return earlier !== undefined && !isUnderway(earlier, Date.now());
}

/** True if the user pressed Escape when asked for a credential. */
function isWithoutCredential(outcome: SubmissionOutcome): boolean {
  return (
    outcome.kind === 'not-sent' && outcome.cause.kind === 'token' && outcome.cause.failure.kind === 'missing'
  );
}

/** Resumes an interrupted batch: that of a node of the view or of an ID, otherwise the latest. */
export async function resumeBatch(studio: Studio, target: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const store = await studio.submissions();
  const batch = await interruptedBatch(studio, target);
  if (!batch) return;
  const sameAddress = studio.settings
    .environments()
    .environments.filter(({ service }) => datasetUrl(service).href === batch.requestUrl);
  // Another one with the same address may have another account.
  const environment = sameAddress.find(({ name }) => name === batch.environment) ?? sameAddress[0];
  if (!environment) return showNoEnvironment(batch.requestUrl);
  const { created, unknown, remaining, rejected } = batchStatus(batch, store.current.records);
  const detail = [
    await targetLine(studio.vault, environment, batch.requestUrl),
    l10n.t('Created before: {0}', created),
    unknownOutcome.willAsk(unknown),
    rejected > 0
      ? l10n.t('Remaining: {0}, of which rejected before: {1}', remaining, rejected)
      : l10n.t('Remaining: {0}', remaining),
  ].join('\n');
  const question = l10n.t('Resume creating datasets in {0}?', environment.name);
  if (!(await confirm(question, l10n.t('Resume'), detail))) return;
  const host = editorHost(studio, { environment, interrupted: batch });
  await showEnd(studio, await sendDatasets(batch.documents, environment, host), host.files);
}

/** Discards the remaining documents of a batch. */
export async function discardBatch(studio: Studio, target: unknown): Promise<void> {
  const batch = await interruptedBatch(studio, target);
  if (batch) await (await studio.submissions()).endBatch(batch.id);
}

async function interruptedBatch(studio: Studio, target: unknown): Promise<Batch | undefined> {
  const store = await studio.submissions();
  await store.refresh();
  const id = passedId(target, 'batch');
  const { interrupted } = store.current;
  const isLatest = target === undefined || target === null;
  const batch = isLatest ? interrupted[0] : interrupted.find((one) => one.id === id);
  if (!batch) void notify('info', l10n.t('There is no interrupted batch to resume.'));
  return batch;
}
