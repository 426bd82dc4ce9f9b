import type { Uri } from 'vscode';
import { SubmissionHistory, type SubmittedDocument } from '../../app/submission-history.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { submittedPath } from '../submissions/submitted-path.ts';
import type { SubmissionStore } from '../submissions/view/submission-store.ts';
import type { CreatedVersion } from './compare-with.ts';

type Store = Pick<SubmissionStore, 'current' | 'journal' | 'documents'>;

/** The last created version of a document in each environment, newest first. */
export function createdVersions(store: Store, uri: Uri): readonly CreatedVersion[] {
  const { records, ...identity } = submittedDocument(store, uri);
  return new SubmissionHistory(records).lastOf(identity).flatMap(({ environment, created }) => {
    if (created === undefined) return [];
    const { id, begunAt } = created.entry;
    return [{ id, environment, createdAt: new Date(begunAt), body: () => store.journal.body(id) }];
  });
}

/** What identifies a document in the journal, and the records of those that have their URIs now. */
export function submittedDocument(
  store: Store,
  uri: Uri,
): SubmittedDocument & { readonly records: readonly JournalRecord[] } {
  return {
    // Also what was created before the document was first saved.
    uris: [uri, uri.with({ scheme: 'untitled' })].map(String),
    path: submittedPath(uri),
    records: store.current.records.filter(({ entry }) => store.documents.isSame(entry)),
  };
}
