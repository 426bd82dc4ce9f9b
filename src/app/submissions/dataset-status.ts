import * as l10n from '@vscode/l10n';
import { bySeverity, type Change, summarizeChanges } from '../../comparison/change.ts';
import { compareDatasets } from '../../comparison/compare.ts';
import { readValue } from '../../dataset/document.ts';
import type { FoundDataset } from '../../submission/dataset-history.ts';
import type { Journal, JournalRecord } from '../../submission/journal/journal.ts';
import { recordedDatasetId } from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';

/** What has changed in a document's value since its dataset was created, if that is known. `retentionPolicy`: if it counts. */
export async function changesSince(
  { state, record }: Pick<FoundDataset, 'state' | 'record'>,
  value: unknown,
  journal: Pick<Journal, 'body'>,
  retentionPolicy?: string,
): Promise<readonly Change[] | undefined> {
  if (state === 'unchanged') return [];
  if (state !== 'changed' || !record) return undefined;
  return changesFrom(record, value, journal, retentionPolicy);
}

/** From what a submission sent, breaking changes first. Undefined if that is not in the journal. */
export async function changesFrom(
  { entry: { id, retentionPolicy: from } }: JournalRecord,
  value: unknown,
  journal: Pick<Journal, 'body'>,
  to = from,
): Promise<readonly Change[] | undefined> {
  const body = await journal.body(id);
  const sent = body && (await readValue(body, 'json'));
  if (!sent?.ok) return undefined;
  const ofPolicy: Change = { kind: 'retention-policy-changed', severity: 'compatible', from, to };
  return bySeverity([...compareDatasets(sent.value, value), ...(from === to ? [] : [ofPolicy])]);
}

/** The dataset that a document has until `body` is created, and what changes, in a sentence. */
export async function describePrevious(
  { previous }: Pick<FoundDataset, 'previous'>,
  body: Uint8Array,
  journal: Pick<Journal, 'body'>,
): Promise<readonly string[]> {
  if (!previous) return [];
  const value = await readValue(body, 'json');
  const changes = value.ok ? await changesFrom(previous, value.value, journal) : undefined;
  const datasetId = plainText(recordedDatasetId(previous.state) ?? '') || l10n.t('a dataset without an ID');
  return [
    changes
      ? l10n.t(
          'The previous dataset of this file is {0}. Since then: {1}.',
          datasetId,
          summarizeChanges(changes),
        )
      : l10n.t('The previous dataset of this file is {0}.', datasetId),
  ];
}
