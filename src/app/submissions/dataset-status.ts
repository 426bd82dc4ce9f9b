import { bySeverity, type Change } from '../../comparison/change.ts';
import { compareDatasets } from '../../comparison/compare.ts';
import { readValue } from '../../dataset/document.ts';
import { contentHash } from '../../submission/journal/entry.ts';
import type { Journal, JournalRecord } from '../../submission/journal/journal.ts';
import type { LastSubmissions } from './submission-history.ts';

/** Where a document is, in one environment. */
export interface DatasetStatus {
  readonly environment: string;
  readonly origin: string;
  readonly state: 'never-created' | 'in-flight' | 'unchanged' | 'changed' | 'unknown';
  /** The URI that was submitted, if only its path, or its content, says that it is the same document. */
  readonly guessedFrom?: string;
  /** The submission that says so. */
  readonly record?: JournalRecord;
  /** Since the dataset was created, breaking changes first. Absent if what was sent is not in the journal. */
  readonly changes?: readonly Change[];
}

/** Compares a document's value with what was sent when its last dataset was created. A later submission whose
 * outcome is not known comes first. */
export async function statusIn(
  { created, unknown, ...place }: LastSubmissions,
  value: unknown,
  journal: Pick<Journal, 'body'>,
): Promise<DatasetStatus> {
  if (unknown) {
    const state = unknown.state.kind === 'in-flight' ? 'in-flight' : 'unknown';
    return { ...place, state, record: unknown };
  }
  if (created === undefined) return { ...place, state: 'never-created' };
  if (contentHash(value) === created.entry.body.contentSha256)
    return { ...place, state: 'unchanged', record: created, changes: [] };
  const body = await journal.body(created.entry.id);
  const sent = body && (await readValue(body, 'json'));
  const changes = sent?.ok && { changes: bySeverity(compareDatasets(sent.value, value)) };
  return { ...place, state: 'changed', record: created, ...changes };
}
