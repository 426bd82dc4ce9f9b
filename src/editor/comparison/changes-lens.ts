import { CodeLens, l10n, Range, type TextDocument, type Uri } from 'vscode';
import { SubmissionHistory, type SubmittedDocument } from '../../app/submission-history.ts';
import type { Change } from '../../comparison/change.ts';
import { compareVersions } from '../../comparison/compare-versions.ts';
import { describeChange } from '../../comparison/describe-change.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { withoutIcons } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { isLongerThan } from '../authoring/features/text-ranges.ts';
import { languages as datasetLanguages } from '../languages.ts';
import { relativeTime } from '../local-time.ts';
import { type SubmissionStore, submittedPath } from '../submissions/view/submission-store.ts';
import type { CreatedVersion } from './compare-with.ts';

/** The longest text that is compared after each change of it, in UTF-16 units: a few milliseconds of work. */
const maxLength = 256 * 1024;
const maxTooltipLines = 10;

/**
 * **2 changes since staging, 3 days ago**, above the first line of a document of which a dataset was created. `selected`: the
 * environment in use, whose last created version comes first.
 */
export function changesLens(
  submissions: SubmissionStore,
  selected: () => string | undefined,
): { readonly provideCodeLenses: (document: TextDocument) => Promise<CodeLens[]> } {
  /** What was sent, of the documents that were shown last. */
  const bodies = new Map<string, Promise<Uint8Array | undefined>>();
  const bodyOf = ({ id, body }: CreatedVersion) => {
    const content = bodies.get(id) ?? body();
    if (bodies.size >= 20) bodies.clear();
    bodies.set(id, content);
    return content;
  };
  return {
    provideCodeLenses: async (document) => {
      const format = datasetLanguages.get(document.languageId);
      const versions = createdVersions(submissions, document.uri);
      const version = versions.find(({ environment }) => environment === selected()) ?? versions[0];
      if (!version || !format || isLongerThan(document, maxLength)) return [];
      const text = document.getText();
      const content = await bodyOf(version);
      if (!content || content.length > maxLength * 3) return [];
      const after = { content: new TextEncoder().encode(text), format };
      const result = await compareVersions({ content, format: 'json' }, after);
      if (!result.ok) return [];
      return [
        new CodeLens(new Range(0, 0, 0, 0), {
          title: title(result.value.length, version),
          tooltip: tooltip(result.value),
          command: '_dataset.showChanges',
          arguments: [document.uri, version.id],
        }),
      ];
    },
  };
}

function title(count: number, { environment, createdAt }: CreatedVersion): string {
  const name = withoutIcons(printable(environment));
  const time = relativeTime(createdAt, new Date());
  switch (count) {
    case 0:
      return l10n.t('No changes since {0}, {1}', name, time);
    case 1:
      return l10n.t('1 change since {0}, {1}', name, time);
    default:
      return l10n.t('{0} changes since {1}, {2}', count, name, time);
  }
}

function tooltip(changes: readonly Change[]): string {
  const lines = changes.slice(0, maxTooltipLines).map((change) => describeChange(change));
  return (changes.length > maxTooltipLines ? [...lines, '…'] : lines).join('\n');
}

type Store = Pick<SubmissionStore, 'current' | 'journal' | 'documents'>;

/** The last created version of a document in each environment, newest first. */
export function createdVersions(store: Store, uri: Uri): readonly CreatedVersion[] {
  const { records, ...identity } = submittedDocument(store, uri);
  return new SubmissionHistory(records).lastOf(identity).flatMap(({ environment, created }) => {
    if (created === undefined) return [];
    return [{ ...createdVersion(store, created), environment }];
  });
}

/** The version that a submission sent. */
export function createdVersion(
  { journal }: Pick<Store, 'journal'>,
  { entry: { id, environment, begunAt } }: JournalRecord,
): CreatedVersion {
  return { id, environment, createdAt: new Date(begunAt), body: () => journal.body(id) };
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
