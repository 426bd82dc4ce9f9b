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
import { changesSince } from '../../app/submissions/dataset-status.ts';
import { knownServices } from '../../app/submissions/known-services.ts';
import { type Change, summarizeChanges } from '../../comparison/change.ts';
import { describeChange } from '../../comparison/describe-change.ts';
import { readTextValue } from '../../dataset/document.ts';
import { propertyOf } from '../../dataset/document-tree.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import { serviceOf } from '../../submission/dataset-history.ts';
import { contentHash } from '../../submission/journal/entry.ts';
import type { JournalRecord } from '../../submission/journal/journal.ts';
import { outcomeTable } from '../../submission/outcome-table.ts';
import { describeOthers, documentName, recordedDatasetId } from '../../submission/state-message.ts';
import { markdownCode, markdownSentence, markdownText } from '../../text/markdown.ts';
import { withoutIcons } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { datasetFormat } from '../studio/languages.ts';
import { type SubmissionStore, submittedDocument } from '../studio/submission-store.ts';
import { localTime, relativeTime } from '../ui/local-time.ts';
import type { CreatedVersion } from './compare-with.ts';

type Store = Pick<SubmissionStore, 'current' | 'journal'>;

/** The last created version of a document in each environment. */
export function createdVersions(store: Store, uri: Uri): readonly CreatedVersion[] {
  return findDatasets(store, uri).flatMap(({ service, found: { previous } }) =>
    previous === undefined ? [] : [createdVersion(store, previous, service.label)],
  );
}

/** The version that a submission sent. */
export function createdVersion(
  { journal }: Pick<Store, 'journal'>,
  { entry: { id, begunAt, ...entry } }: JournalRecord,
  environment = entry.environment,
): CreatedVersion {
  return { id, environment, createdAt: new Date(begunAt), body: () => journal.body(id) };
}

/** Where a document, and its content if it is given, are: at each service that the journal knows. */
function findDatasets({ current: { history } }: Store, uri: Uri, hash?: string) {
  const document = submittedDocument(uri);
  return knownServices(history).map((service) => ({
    service,
    found: history.find({ document, contentHash: hash, service: service.service }),
  }));
}

/** The longest text that is compared after each change of it, in UTF-16 units: a few milliseconds of work. */
export const maxLength = 256 * 1024;
const maxTooltipLines = 10;

/**
 * **2 changes since staging, 3 days ago**, above the first line of a document of which a dataset was created. `selected`: the
 * environment in use, whose dataset comes first.
 */
export function changesLens(
  store: Store,
  selected: () => Parameters<typeof serviceOf>[0] | undefined,
): { readonly provideCodeLenses: (document: TextDocument) => Promise<CodeLens[]> } {
  return {
    provideCodeLenses: async (document) => {
      const format = datasetFormat(document);
      const text = document.getText();
      if (!format || text.length > maxLength || store.current.records.length === 0) return [];
      const value = await readTextValue(text, format);
      if (!value.ok) return [];
      const environment = selected();
      const own = environment && serviceOf(environment);
      const datasets = findDatasets(store, document.uri, contentHash(value.value)).filter(
        ({ found }) => found.record,
      );
      const dataset = datasets.find(({ service }) => service.service === own) ?? datasets[0];
      const record = dataset?.found.record;
      if (!record || record.entry.body.length > maxLength * 3) return [];
      const { found, service } = dataset;
      const changes = await changesSince(found, value.value, store.journal);
      const open = found.state === 'unknown' || found.state === 'in-flight' ? found.state : undefined;
      if (!changes && !open) return [];
      const title = open
        ? describeOpen(open, service.label, record)
        : describeCount(changes?.length ?? 0, service.label, record);
      const tooltip = [
        ...guess(found.submittedAs),
        ...describeOthers(found, localTime),
        changesTooltip(changes ?? []),
      ];
      return [
        new CodeLens(new Range(0, 0, 0, 0), {
          title: found.unsettled.length > 0 ? `${title} · ${outcomeTable.unknown.label()}` : title,
          tooltip: tooltip.join('\n'),
          ...(open
            ? { command: 'dataset.showSubmission', arguments: [record.entry.id] }
            : { command: '_dataset.showChanges', arguments: [document.uri, record.entry.id] }),
        }),
      ];
    },
  };
}

/** Such as **Outcome unknown: staging, 3 days ago**. */
function describeOpen(state: 'unknown' | 'in-flight', environment: string, { entry }: JournalRecord): string {
  const time = relativeTime(new Date(entry.begunAt), new Date());
  return l10n.t('{0}: {1}, {2}', outcomeTable[state].label(), withoutIcons(printable(environment)), time);
}

function describeCount(count: number, environment: string, { entry }: JournalRecord): string {
  const name = withoutIcons(printable(environment));
  const time = relativeTime(new Date(entry.begunAt), new Date());
  switch (count) {
    case 0:
      return l10n.t('No changes since it was created in {0}, {1}', name, time);
    case 1:
      return l10n.t('1 change since {0}, {1}', name, time);
    default:
      return l10n.t('{0} changes since {1}, {2}', count, name, time);
  }
}

/** What says that another document was submitted, or one that is only taken for it. */
function guess(submittedAs: string | undefined): readonly string[] {
  return submittedAs === undefined
    ? []
    : [l10n.t('Submitted as {0}', printable(documentName({ document: submittedAs })))];
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
  if (store.current.records.length === 0) return undefined;
  const { root } = await new ParsedDocument(text, format).tree;
  const name = propertyOf(root, 'name')?.value;
  const range = name && new Range(document.positionAt(name.start), document.positionAt(name.end));
  if (!range?.contains(position)) return undefined;

  const value = await readTextValue(text, format);
  const now = value.ok ? value.value : undefined;
  const rows: string[] = [];
  const others: string[] = [];
  for (const { service, found } of findDatasets(
    store,
    document.uri,
    value.ok ? contentHash(now) : undefined,
  )) {
    const { state, record, submittedAs } = found;
    const sentences = describeOthers(found, localTime);
    others.push(
      ...sentences.map((sentence) => `${markdownText(service.label)}: ${markdownSentence(sentence)}\n`),
    );
    if (record === undefined) continue;
    const changes = value.ok && (await changesSince(found, now, store.journal));
    const cells = [
      [markdownText(service.label), ...guess(submittedAs).map(markdownSentence)].join(' – '),
      markdownCode(recordedDatasetId(record.state) ?? '–'),
      relativeTime(new Date(record.entry.begunAt), new Date()),
      state === 'unknown' || state === 'in-flight'
        ? outcomeTable[state].label()
        : changes
          ? summarizeChanges(changes)
          : '',
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  if (rows.length + others.length === 0) return undefined;
  const heads = [l10n.t('Environment'), l10n.t('Dataset ID'), l10n.t('Submitted'), l10n.t('Changes Since')];
  const table = rows.length === 0 ? [] : [`| ${heads.join(' | ')} |`, '|---|---|---|---|', ...rows, ''];
  return new Hover(new MarkdownString([...table, ...others].join('\n')), range);
}
