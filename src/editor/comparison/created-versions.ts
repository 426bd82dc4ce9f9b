import {
  CodeLens,
  Hover,
  l10n,
  MarkdownString,
  type Position,
  Range,
  type TextDocument,
  type Uri,
} from 'vscode';
import { statusIn } from '../../app/submissions/dataset-status.ts';
import { SubmissionHistory } from '../../app/submissions/submission-history.ts';
import { type Change, summarizeChanges } from '../../comparison/change.ts';
import { compareVersions } from '../../comparison/compare-versions.ts';
import { describeChange } from '../../comparison/describe-change.ts';
import { readTextValue } from '../../dataset/document.ts';
import { propertyOf } from '../../dataset/document-tree.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { outcomeTable } from '../../submission/outcome-table.ts';
import { recordedDatasetId } from '../../submission/state-message.ts';
import { existsHere } from '../../system/repository-root.ts';
import { markdownCode, markdownText } from '../../text/markdown.ts';
import { withoutIcons } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { datasetFormat } from '../studio/languages.ts';
import { hasLastingUri, type SubmissionStore, submittedPath } from '../studio/submission-store.ts';
import { relativeTime } from '../ui/local-time.ts';
import type { CreatedVersion } from './compare-with.ts';

type Store = Pick<SubmissionStore, 'current' | 'journal'>;

/** The last created version of a document in each environment, newest first. */
export function createdVersions(store: Store, uri: Uri): readonly CreatedVersion[] {
  return historyOf(store, uri).flatMap(({ environment, created, guessedFrom }) =>
    created === undefined
      ? []
      : [{ ...createdVersion(store, created), environment, ...(guessedFrom && { guessedFrom }) }],
  );
}

/** The version that a submission sent. */
export function createdVersion(
  { journal }: Pick<Store, 'journal'>,
  { entry: { id, environment, begunAt } }: JournalRecord,
): CreatedVersion {
  return { id, environment, createdAt: new Date(begunAt), body: () => journal.body(id) };
}

/** Where a document is, by the journal's records. */
function historyOf({ current }: Store, uri: Uri) {
  const records = current.records.filter(({ entry }) => hasLastingUri(entry));
  // Also what was created before the document was first saved.
  const uris = [uri, uri.with({ scheme: 'untitled' })].map(String);
  return new SubmissionHistory(records).lastOf({ uris, path: submittedPath(uri), exists: existsHere });
}

/** The longest text that is compared after each change of it, in UTF-16 units: a few milliseconds of work. */
export const maxLength = 256 * 1024;
const maxTooltipLines = 10;

/**
 * **2 changes since staging, 3 days ago**, above the first line of a document of which a dataset was created. `selected`: the
 * environment in use, whose last created version comes first.
 */
export function changesLens(
  store: Store,
  selected: () => string | undefined,
): { readonly provideCodeLenses: (document: TextDocument) => Promise<CodeLens[]> } {
  return {
    provideCodeLenses: async (document) => {
      const format = datasetFormat(document);
      const versions = createdVersions(store, document.uri);
      const version = versions.find(({ environment }) => environment === selected()) ?? versions[0];
      const text = document.getText();
      if (!version || !format || text.length > maxLength) return [];
      const content = await version.body();
      if (!content || content.length > maxLength * 3) return [];
      const after = { content: new TextEncoder().encode(text), format };
      const result = await compareVersions({ content, format: 'json' }, after);
      if (!result.ok) return [];
      return [
        new CodeLens(new Range(0, 0, 0, 0), {
          title: title(result.value.length, version),
          tooltip: [...guess(version.guessedFrom), changesTooltip(result.value)].join('\n'),
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
      return l10n.t('No changes since it was created in {0}, {1}', name, time);
    case 1:
      return l10n.t('1 change since {0}, {1}', name, time);
    default:
      return l10n.t('{0} changes since {1}, {2}', count, name, time);
  }
}

/** What says that the document is only taken for the one that was submitted. */
function guess(guessedFrom: string | undefined): readonly string[] {
  return guessedFrom === undefined ? [] : [l10n.t('Submitted as {0}', printable(guessedFrom))];
}

export function changesTooltip(changes: readonly Change[]): string {
  const lines = changes.slice(0, maxTooltipLines).map((change) => describeChange(change));
  return (changes.length > maxTooltipLines ? [...lines, '…'] : lines).join('\n');
}

/** On the name of the dataset: in which environments it is, under which IDs, and what has changed in the document since. */
export async function statusHover(
  document: TextDocument,
  position: Position,
  store: Store,
): Promise<Hover | undefined> {
  const format = datasetFormat(document);
  const text = document.getText();
  if (format === undefined || text.length > maxLength) return undefined;
  const found = historyOf(store, document.uri).filter(({ created, unknown }) => created ?? unknown);
  if (found.length === 0) return undefined;
  const { root } = await new ParsedDocument(text, format).tree;
  const name = propertyOf(root, 'name')?.value;
  const range = name && new Range(document.positionAt(name.start), document.positionAt(name.end));
  if (!range?.contains(position)) return undefined;

  const value = await readTextValue(text, format);
  const now = value.ok ? value.value : undefined;
  const rows: string[] = [];
  for (const last of found) {
    const { environment, state, record, changes, guessedFrom } = await statusIn(last, now, store.journal);
    if (record === undefined) continue;
    const cells = [
      [markdownText(environment), ...guess(guessedFrom).map(markdownText)].join(' – '),
      markdownCode(recordedDatasetId(record.state) ?? '–'),
      relativeTime(new Date(record.entry.begunAt), new Date()),
      state === 'unknown' || state === 'in-flight'
        ? outcomeTable[state].label()
        : value.ok && changes
          ? summarizeChanges(changes)
          : '',
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  const heads = [l10n.t('Environment'), l10n.t('Dataset ID'), l10n.t('Submitted'), l10n.t('Changes Since')];
  const table = [`| ${heads.join(' | ')} |`, '|---|---|---|---|', ...rows].join('\n');
  return new Hover(new MarkdownString(table), range);
}
