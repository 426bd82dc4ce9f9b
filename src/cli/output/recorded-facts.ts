import type { Change } from '../../comparison/change.ts';
import { changeRecords } from '../../comparison/write-changes.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { recordedDatasetId, utcTime } from '../../submission/state-message.ts';
import { plainText } from '../../text/plain-text.ts';

/** What `status` and a plan say of the submission of a dataset, and of the changes since. */
export interface RecordedDataset {
  readonly record?: JournalRecord | undefined;
  readonly changes?: readonly Change[] | undefined;
}

/** For `--json`: a fact that is absent is null. */
export function recordedFacts({ record, changes }: RecordedDataset) {
  return {
    datasetId: (record && recordedDatasetId(record.state)) ?? null,
    at: record?.entry.begunAt ?? null,
    submissionId: record?.entry.id ?? null,
    changes: changes ? changeRecords(changes) : null,
  };
}

/** The cells of the columns DATASET ID and SINCE (UTC). */
export function recordedCells({ record }: RecordedDataset): readonly [id: string, since: string] {
  if (!record) return ['', ''];
  return [plainText(recordedDatasetId(record.state) ?? ''), utcTime(record.entry.begunAt)];
}
