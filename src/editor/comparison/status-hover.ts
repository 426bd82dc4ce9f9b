import { Hover, l10n, MarkdownString, type Position, Range, type TextDocument } from 'vscode';
import { SubmissionHistory } from '../../app/submission-history.ts';
import { summarizeChanges } from '../../comparison/change.ts';
import { compareVersions } from '../../comparison/compare-versions.ts';
import { propertyOf } from '../../dataset/document-tree.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import { outcomeTable } from '../../submission/outcome-table.ts';
import { datasetIdOf } from '../../submission/state-message.ts';
import { markdownCode, markdownText } from '../../text/markdown.ts';
import { isLongerThan } from '../authoring/features/text-ranges.ts';
import { languages } from '../languages.ts';
import { relativeTime } from '../local-time.ts';
import type { SubmissionStore } from '../submissions/view/submission-store.ts';
import { submittedDocument } from './changes-lens.ts';

/** In UTF-16 units: a longer text would be parsed in the extension host for too long. */
const maxLength = 256 * 1024;

/** On the name of the dataset: in which environments it is, under which IDs, and what has changed in the document since. */
export async function statusHover(
  document: TextDocument,
  position: Position,
  store: Pick<SubmissionStore, 'current' | 'journal' | 'documents'>,
): Promise<Hover | undefined> {
  const format = languages.get(document.languageId);
  if (format === undefined || isLongerThan(document, maxLength)) return undefined;
  const { records, ...identity } = submittedDocument(store, document.uri);
  const found = new SubmissionHistory(records)
    .lastOf(identity)
    .filter(({ created, unknown }) => created ?? unknown);
  if (found.length === 0) return undefined;
  const text = document.getText();
  const { root } = await new ParsedDocument(text, format).tree;
  const name = propertyOf(root, 'name')?.value;
  const range = name && new Range(document.positionAt(name.start), document.positionAt(name.end));
  if (!range?.contains(position)) return undefined;

  const after = { content: new TextEncoder().encode(text), format };
  const rows: string[] = [];
  for (const { environment, created, unknown } of found) {
    const record = unknown ?? created;
    if (record === undefined) continue;
    const content = unknown ? undefined : await store.journal.body(record.entry.id);
    const changes = content && (await compareVersions({ content, format: 'json' }, after));
    const state = unknown
      ? outcomeTable[unknown.state.kind === 'unknown' ? 'unknown' : 'in-flight'].label()
      : '';
    const cells = [
      markdownText(environment),
      markdownCode(datasetIdOf(record.state) ?? '–'),
      relativeTime(new Date(record.entry.begunAt), new Date()),
      changes?.ok ? summarizeChanges(changes.value) : state,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  const heads = [l10n.t('Environment'), l10n.t('Dataset ID'), l10n.t('Submitted'), l10n.t('Changes Since')];
  const table = [`| ${heads.join(' | ')} |`, '|---|---|---|---|', ...rows].join('\n');
  return new Hover(new MarkdownString(table), range);
}
