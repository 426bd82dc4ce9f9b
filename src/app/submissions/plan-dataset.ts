import type { Change } from '../../comparison/change.ts';
import { exactJsonValue } from '../../dataset/json/exact-value.ts';
import { type Result, success } from '../../result.ts';
import { isDone } from '../../submission/batch/batch-results.ts';
import { contentHash } from '../../submission/journal/entry.ts';
import type { Journal, JournalFailure, JournalRecord } from '../../submission/journal/journal.ts';
import { earlierSubmissions } from '../../submission/submit-once.ts';
import { statusIn } from './dataset-status.ts';
import { SubmissionHistory, type SubmittedDocument } from './submission-history.ts';

/** What creating a dataset of a document would do, by the journal. */
export interface DatasetPlan {
  readonly plan: 'new' | 'changed' | 'unchanged' | 'unknown' | 'in-flight';
  /** The submission that says so: of `changed`, that of the document's dataset until now. */
  readonly record?: JournalRecord;
  /** Of `changed`, breaking changes first. Absent if what was sent is not in the journal. */
  readonly changes?: readonly Change[];
}

/** Decides about a valid document, whose body is given, as `submitOnce` does. */
export async function planDataset(
  document: SubmittedDocument & { readonly uri: string },
  body: Uint8Array,
  requestUrl: string,
  journal: Pick<Journal, 'related' | 'body'>,
  records: readonly JournalRecord[],
): Promise<Result<DatasetPlan, JournalFailure>> {
  const value = exactJsonValue(new TextDecoder().decode(body));
  const intent = { document: document.uri, contentHash: contentHash(value), requestUrl };
  const related = await journal.related(intent);
  if (!related.ok) return related;
  const [earlier] = earlierSubmissions(related.value, intent);
  if (earlier) {
    const { kind } = earlier.state;
    const plan = kind === 'in-flight' || kind === 'unknown' ? kind : 'unchanged';
    return success({ plan, record: earlier });
  }
  const previous = previousDataset(document, requestUrl, records);
  if (!previous) return success({ plan: 'new' });
  const { environment, origin } = previous.entry;
  const place = { environment, origin, created: previous, unknown: undefined };
  const { changes } = await statusIn(place, value, journal);
  return success({ plan: 'changed', record: previous, ...(changes && { changes }) });
}

/** The submission of the document's last dataset in the same service. `records`: newest first. */
export function previousDataset(
  document: SubmittedDocument,
  requestUrl: string,
  records: readonly JournalRecord[],
): JournalRecord | undefined {
  const address = addressOf(requestUrl);
  const here = records.filter(({ entry }) => addressOf(entry.requestUrl) === address);
  const [last] = new SubmissionHistory(here)
    .lastOf(document)
    .flatMap(({ created }) => created ?? [])
    .filter(isDone)
    .toSorted((a, b) => (a.entry.id < b.entry.id ? 1 : -1));
  return last;
}

function addressOf(requestUrl: string): string {
  const { origin, pathname } = new URL(requestUrl);
  return origin + pathname;
}
