import type { Uri } from 'vscode';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import type { SubmissionStore } from '../submissions/view/submission-store.ts';
import type { CreatedVersion } from './compare-with.ts';

type Store = Pick<SubmissionStore, 'current' | 'journal' | 'documents'>;

/** The last created version of a document in each environment, newest first. */
export function createdVersions(store: Store, uri: Uri): readonly CreatedVersion[] {
  // Also what was created before the document was first saved.
  const documents = new Set([uri, uri.with({ scheme: 'untitled' })].map(String));
  const latest = new Map<string, CreatedVersion>();
  for (const record of store.current.records) {
    const { id, environment, begunAt } = record.entry;
    if (!documents.has(record.entry.document) || !store.documents.isSame(record.entry)) continue;
    if (!isCreated(record) || latest.has(environment)) continue;
    latest.set(environment, {
      id,
      environment,
      createdAt: new Date(begunAt),
      body: () => store.journal.body(id),
    });
  }
  return [...latest.values()];
}

function isCreated({ state }: JournalRecord): boolean {
  return (
    state.kind === 'created' ||
    state.kind === 'accepted' ||
    (state.kind === 'settled' && state.settlement.kind === 'created')
  );
}
