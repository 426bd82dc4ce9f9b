import { env, l10n, Uri } from 'vscode';
import type { CreateResult } from '../../app/submissions/create-datasets.ts';
import { describeRefusal } from '../../app/submissions/settle-submission.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import {
  describeState,
  documentName,
  recordedDatasetId,
  recordedResponse,
  recordedStatus,
} from '../../submission/state-message.ts';
import { indentJson } from '../../text/indent-json.ts';
import { plainText } from '../../text/plain-text.ts';
import { sentVersion } from '../comparison/compare-with.ts';
import { createdVersion } from '../comparison/created-versions.ts';
import { showComparison } from '../comparison/show-comparison.ts';
import { isTrustedWorkspace, type Studio } from '../studio/studio.ts';
import { localTime } from '../ui/local-time.ts';
import { confirm, showFailure } from '../ui/notifications.ts';
import { readSubmitted, submitRecordAgain } from './submit-again.ts';
import { askToSettle, chooseUnknown } from './view/ask-to-settle.ts';
import { passedId } from './view/submissions-tree.ts';

// The actions on a submission. Each takes a node of the view, or the ID of a submission.

export async function copyDatasetId(studio: Studio, target: unknown): Promise<void> {
  const record = await recordOf(studio, target);
  const datasetId = record && recordedDatasetId(record.state);
  if (datasetId !== undefined) await env.clipboard.writeText(datasetId);
}

/** Shows the facts of a submission, the response, and the document as it was sent. */
export async function show(studio: Studio, target: unknown): Promise<void> {
  const record = await recordOf(studio, target);
  if (!record) return;
  const { entry, state } = record;
  const { folder, journal } = await studio.submissions();
  const at = state.kind === 'in-flight' ? undefined : localTime(state.at);
  const status = recordedStatus(state);
  const lines = [
    [l10n.t('Outcome'), describeState(state)],
    [l10n.t('Document'), Uri.parse(entry.document).toString(true)],
    [l10n.t('Environment'), plainText(entry.environment)],
    [l10n.t('Address'), entry.requestUrl],
    [l10n.t('Submitted'), localTime(entry.begunAt)],
    ...(at === undefined ? [] : [[l10n.t('Outcome recorded'), at]]),
    ...(status === undefined ? [] : [[l10n.t('Status'), String(status)]]),
    [l10n.t('Size'), l10n.t('{0} bytes', entry.body.length)],
    [l10n.t('SHA-256'), entry.body.sha256],
    [l10n.t('Submission'), entry.id],
    // The command line can use the same journal.
    [l10n.t('Journal'), folder],
  ];
  const width = Math.max(...lines.map(([name = '']) => name.length)) + 2;
  const facts = lines.map(([name = '', value = '']) => `${`${name}:`.padEnd(width)}${value}`).join('\n');
  const response = recordedResponse(state);
  const sent = await journal.body(entry.id);
  const parts = [
    facts,
    part(
      l10n.t('Response'),
      response === undefined ? l10n.t('No response was recorded.') : indentJson(response),
    ),
    part(l10n.t('Sent Document'), sent ? new TextDecoder().decode(sent) : describeDamagedBody(entry)),
  ];
  await studio.documents.show(`${documentName(entry)}.txt`, `${parts.join('\n\n')}\n`);
}

/** Compares the file as it is now with what was sent. */
export async function compare(studio: Studio, target: unknown): Promise<void> {
  const record = await recordOf(studio, target);
  if (!record) return;
  const { journal } = await studio.submissions();
  const sent = await sentVersion(createdVersion({ journal }, record));
  if (sent) await showComparison(studio, await readSubmitted(record.entry), sent);
}

/** Submits the current file again, or what was sent if the user prefers that. */
export async function submitAgain(studio: Studio, target: unknown): Promise<CreateResult | undefined> {
  const record = await recordOf(studio, target);
  if (!record) return undefined;
  if (!(await isTrustedWorkspace())) return { outcome: 'cancelled' };
  return submitRecordAgain(studio, record);
}

/** Asks which submission if none is given. */
export async function settleSubmission(studio: Studio, target: unknown): Promise<CreateResult | undefined> {
  const store = await studio.submissions();
  const record = target === undefined ? await chooseUnknown(store) : await recordOf(studio, target);
  if (!record) return undefined;
  return (await askToSettle(store, record)) === 'submit-again'
    ? submitAgain(studio, record.entry.id)
    : undefined;
}

/** `selection` has all selected nodes if there are several. */
export async function deleteRecords(studio: Studio, target: unknown, selection: unknown): Promise<void> {
  const several: unknown[] = Array.isArray(selection) && selection.length > 0 ? selection : [target];
  const found = await Promise.all(several.map((one) => recordOf(studio, one)));
  const records = found.filter((record) => record !== undefined);
  const [first] = records;
  if (!first) return;
  const question =
    records.length === 1
      ? l10n.t('Delete the record of {0}?', documentName(first.entry))
      : l10n.t('Delete the records of {0} submissions?', records.length);
  const detail = l10n.t(
    'Datasets in the service are not deleted. You will not be warned if you submit the same content again.',
  );
  if (!(await confirm(question, l10n.t('Delete'), detail))) return;
  const store = await studio.submissions();
  const refused: string[] = [];
  for (const { entry } of records) {
    const deleted = await store.journal.delete(entry.id);
    if (!deleted.ok) refused.push(describeRefusal(deleted.failure, documentName(entry)));
  }
  await store.refresh();
  const [reason] = refused;
  if (reason !== undefined) showFailure(reason);
}

async function recordOf(studio: Studio, target: unknown): Promise<JournalRecord | undefined> {
  const id = passedId(target, 'submission');
  if (id === undefined) return undefined;
  const store = await studio.submissions();
  const reading = await store.journal.read(id);
  if (reading.ok) return reading.value;
  showFailure(describeRefusal(reading.failure, id));
  return undefined;
}

/** A part of a text document below its heading. */
function part(heading: string, content: string): string {
  return `── ${heading} ──\n\n${content.trimEnd()}`;
}

function describeDamagedBody(entry: JournalRecord['entry']): string {
  return l10n.t(
    "The content that was sent for {0} can't be read: its entry in the journal is damaged.",
    documentName(entry),
  );
}
