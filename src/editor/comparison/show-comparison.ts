import { l10n, Range, ThemeColor, ThemeIcon } from 'vscode';
import { bySeverity, type Change, type ChangeSeverity, summarizeChanges } from '../../comparison/change.ts';
import { compareVersions, locateChanges, type Version } from '../../comparison/compare-versions.ts';
import { describeChange } from '../../comparison/describe-change.ts';
import { describeRest, severityLabels } from '../../comparison/write-changes.ts';
import type { DocumentFormat } from '../../dataset/dataset.ts';
import { readValue } from '../../dataset/document.ts';
import { indentJson } from '../../text/indent-json.ts';
import { type SourceResult, shownSource } from '../documents/dataset-source.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import { openDocument } from '../studio/uris.ts';
import type { ChangeEntry } from '../ui/changes-view.ts';
import { showFailure } from '../ui/notifications.ts';

/** Another version of a document, or another document. */
export interface OtherVersion {
  /** For titles, such as `staging, 3 days ago` or `sales.dataset.json (main)`. */
  readonly label: string;
  /** Of the same document: its revision or submission. */
  readonly since?: string;
  readonly format: DocumentFormat;
  /** Undefined if the document didn't exist then. */
  readonly content: Uint8Array | undefined;
}

/** Opens the text diff of another version and a document's current text, with the list of changes below it. */
export async function showComparison(
  { documents, changes }: Pick<CommonStudio, 'documents' | 'changes'>,
  reading: SourceResult,
  other: OtherVersion,
): Promise<void> {
  const source = shownSource(reading);
  if (!source) return;
  const before: Version | undefined = other.content && { content: other.content, format: other.format };
  const result = await compareVersions(before, source);
  if (!result.ok) {
    switch (result.failure.kind) {
      case 'before':
        return showFailure(
          l10n.t("{0} has syntax errors, so it can't be compared. Choose another version.", other.label),
        );
      case 'after':
        return showFailure(
          l10n.t("{0} has syntax errors, so it can't be compared. Fix them, and try again.", source.name),
        );
    }
  }
  // JSON and YAML side by side would differ in every line.
  const isAsWritten = other.format === source.format;
  const title = isAsWritten
    ? l10n.t('{0} ↔ {1}', other.label, source.name)
    : l10n.t('{0} ↔ {1} (as JSON)', other.label, source.name);
  const isIndented = source.format === 'yaml' || source.content.includes(0x0a);
  const left = isAsWritten && source.format === 'yaml' ? decoded(before) : await jsonOf(before, isIndented);
  const isSource = isAsWritten || source.format === 'json';
  const rightText = isSource ? decoded(source) : await jsonOf(source, isIndented);
  const right = isSource ? source.uri : documents.add(`${source.name}.json`, rightText);
  const diff = {
    left: documents.add(`${other.label}.${isAsWritten ? source.format : 'json'}`, left),
    right,
    title,
  };
  const listTitle =
    other.since === undefined
      ? l10n.t('{0} compared with {1}', source.name, other.label)
      : l10n.t('{0} since {1}', source.name, other.since);
  await changes.show(diff, async () => {
    const text = openDocument(right)?.getText() ?? rightText;
    const after: Version = {
      content: new TextEncoder().encode(text),
      format: isSource ? source.format : 'json',
    };
    const compared = await compareVersions(before, after);
    if (!compared.ok) return undefined;
    const summary = summarizeChanges(compared.value);
    const entries = await entriesOf(compared.value, after);
    return { title: listTitle, summary, entries: entries.length === 0 ? [{ label: summary }] : entries };
  });
}

/** Further changes are not listed. */
const maxEntries = 1000;

const icons: Readonly<Record<ChangeSeverity, ThemeIcon>> = {
  breaking: new ThemeIcon('warning', new ThemeColor('list.warningForeground')),
  compatible: new ThemeIcon('info'),
  cosmetic: new ThemeIcon('arrow-both'),
};

/** Breaking changes first. */
async function entriesOf(changes: readonly Change[], after: Version): Promise<ChangeEntry[]> {
  const labels = severityLabels();
  const listed = bySeverity(changes).slice(0, maxEntries);
  const ranges = await locateChanges(listed, after, true);
  const entries: ChangeEntry[] = listed.map((change, index) => {
    const range = ranges[index];
    return {
      label: describeChange(change),
      description: labels[change.severity],
      icon: icons[change.severity],
      ...(range && {
        range: new Range(range.start.line, range.start.character, range.end.line, range.end.character),
      }),
    };
  });
  const left = changes.length - listed.length;
  return left === 0 ? entries : [...entries, { label: describeRest(left) }];
}

function decoded(version: Version | undefined): string {
  return new TextDecoder().decode(version?.content);
}

/** A version that can be parsed as JSON. Of JSON, the values stay as they are written, and its line breaks, if it has any. */
async function jsonOf(version: Version | undefined, isIndented: boolean): Promise<string> {
  if (!version) return '';
  const value = version.format === 'yaml' ? await readValue(version.content, 'yaml') : undefined;
  const text = value?.ok ? JSON.stringify(value.value) : decoded(version);
  return isIndented && !text.includes('\n') ? indentJson(text) : text;
}
