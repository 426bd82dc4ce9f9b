import type { Change } from '../../comparison/change.ts';
import { exactJsonValue } from '../../dataset/json/exact-value.ts';
import { type Result, success } from '../../result.ts';
import { isDone } from '../../submission/batch/batch-results.ts';
import { contentHash } from '../../submission/journal/entry.ts';
import {
  type Journal,
  type JournalFailure,
  type JournalRecord,
  serviceAddress,
} from '../../submission/journal/journal.ts';
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

/** How documents are planned: one after the other, as `create` would take them. */
export interface Planning {
  readonly requestUrl: string;
  readonly journal: Pick<Journal, 'related' | 'body'>;
  /** The last dataset of a document (`previousDatasets`). */
  readonly previousOf: (document: SubmittedDocument) => JournalRecord | undefined;
  /** Hashes of the contents that would be sent so far: another document with the same content would not be. */
  readonly sent: Set<string>;
}

/** Decides about a valid document, whose body is given, as `submitOnce` does. */
export async function planDataset(
  document: SubmittedDocument & { readonly uri: string },
  body: Uint8Array,
  { requestUrl, journal, previousOf, sent }: Planning,
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
  if (sent.has(intent.contentHash)) return success({ plan: 'unchanged' });
  sent.add(intent.contentHash);
  const previous = previousOf(document);
  if (!previous) return success({ plan: 'new' });
  const { environment, origin } = previous.entry;
  const place = { environment, origin, created: previous, unknown: undefined };
  const { changes } = await statusIn(place, value, journal);
  return success({ plan: 'changed', record: previous, ...(changes && { changes }) });
}

/** Finds the submission of a document's last dataset in a service. `records`: newest first. */
export function previousDatasets(
  records: readonly JournalRecord[],
  requestUrl: string,
): (document: SubmittedDocument) => JournalRecord | undefined {
  const service = serviceAddress(requestUrl);
  const history = new SubmissionHistory(
    records.filter(({ entry }) => serviceAddress(entry.requestUrl) === service),
  );
  return (document) =>
    history
      .lastOf(document)
      .flatMap(({ created }) => created ?? [])
      .filter(isDone)
      .toSorted((a, b) => (a.entry.id < b.entry.id ? 1 : -1))[0];
}
