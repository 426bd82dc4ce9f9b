import { type Change, summarizeChanges } from '../../comparison/change.ts';
import { describeChange } from '../../comparison/describe-change.ts';
import { changeRecords } from '../../comparison/write-changes.ts';
import type { FoundDataset } from '../../submission/dataset-history.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { describeOthers, recordedDatasetId, utcTime } from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';

/** What `status` and a plan say of the submission of a dataset, and of the changes since. */
export interface RecordedDataset {
  readonly found?: Partial<FoundDataset> | undefined;
  readonly changes?: readonly Change[] | undefined;
}

/** For `--json`: a fact that is absent is null, except of other submissions. */
export function recordedFacts({ found: { record, ...others } = {}, changes }: RecordedDataset) {
  return {
    datasetId: (record && recordedDatasetId(record.state)) ?? null,
    at: record?.entry.begunAt ?? null,
    submissionId: record?.entry.id ?? null,
    changes: changes ? changeRecords(changes) : null,
    document: others.submittedAs,
    ...otherFacts(others),
  };
}

/** Of the document's other submissions. */
export function otherFacts({ newer, unsettled = [] }: Partial<FoundDataset> = {}) {
  return {
    newer: newer && jsonOfRecord(newer),
    unsettled: unsettled.length === 0 ? undefined : unsettled.map(({ entry }) => entry.id),
  };
}

export function jsonOfRecord({ entry, state }: JournalRecord) {
  return {
    submissionId: entry.id,
    begunAt: entry.begunAt,
    outcome: state.kind,
    datasetId: recordedDatasetId(state) ?? null,
  };
}

/** The cells of the columns DATASET ID and SINCE (UTC). */
export function recordedCells({ found }: RecordedDataset): readonly [id: string, since: string] {
  if (!found?.record) return ['', ''];
  const { entry, state } = found.record;
  return [plainText(recordedDatasetId(state) ?? ''), utcTime(entry.begunAt)];
}

/** Follows a state, if another document says so, or only the path says that it is the same. */
export function describeSubmittedAs({ submittedAs }: Partial<FoundDataset> = {}): string {
  return submittedAs === undefined ? '' : ` (submitted as ${plainText(submittedAs)})`;
}

/** How many changes there are; of the retention policy, which. */
export function describeChanges(changes: readonly Change[]): string {
  const ofPolicy = changes.filter(({ kind }) => kind === 'retention-policy-changed');
  const others = changes.filter((change) => !ofPolicy.includes(change));
  const count = others.length > 0 || ofPolicy.length === 0 ? [summarizeChanges(others)] : [];
  return [...count, ...ofPolicy.map((change) => describeChange(change))].join(', ');
}

/** What else the journal knows of a document, a line for each sentence. `subject` begins each. */
export function otherLines(subject: string, found: Partial<FoundDataset> = {}): string {
  const { newer, record } = found;
  const datasetId = (record && recordedDatasetId(record.state)) ?? 'the dataset of this content';
  const advice = newer ? ` If ${plainText(datasetId)} was removed, use --again for this file.` : '';
  const sentences = describeOthers(found);
  return sentences.map((each, index) => `${subject}${each}${index === 0 ? advice : ''}\n`).join('');
}
