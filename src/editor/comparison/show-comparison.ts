import { commands, l10n, type Uri, ViewColumn } from 'vscode';
import { changesSince } from '../../comparison/changes-since.ts';
import { changesAsMarkdown } from '../../comparison/write-changes.ts';
import type { DocumentFormat } from '../../dataset/document.ts';
import { indentJson } from '../../text/indent-json.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { showFailure } from '../show-failure.ts';
import { showMarkdownBeside } from '../show-markdown-beside.ts';
import { describeSourceFailure, readSource } from '../submissions/create/dataset-source.ts';

/** Another version of a document. */
export interface OtherVersion {
  /** For titles, such as `staging, 3 days ago` or `sales.dataset.json (main)`. */
  readonly label: string;
  readonly content: Uint8Array;
  readonly format: DocumentFormat;
}

/** Opens the text diff of another version and a document's current text, with the list of changes beside it. */
export async function showComparison(
  documents: ReadOnlyDocuments,
  uri: Uri,
  other: OtherVersion,
): Promise<void> {
  const reading = await readSource(uri);
  if (!reading.ok) return showFailure(describeSourceFailure(reading.failure));
  const source = reading.value;
  const text = new TextDecoder().decode(source.content);
  const result = await changesSince(other, { text, format: source.format });
  if (!result.ok) {
    switch (result.failure.kind) {
      case 'earlier-unreadable':
        return showFailure(
          l10n.t("{0} has syntax errors, so it can't be compared. Choose another version.", other.label),
        );
      case 'current-unreadable':
        return showFailure(
          l10n.t("{0} has syntax errors, so it can't be compared. Fix them, and try again.", source.name),
        );
    }
  }
  const before = new TextDecoder().decode(other.content);
  const isAsWritten = other.format === source.format;
  const left = documents.add(
    `${other.label}.${other.format}`,
    other.format === 'json' && !before.includes('\n') ? indentJson(before) : before,
  );
  const title = isAsWritten
    ? l10n.t('{0} ↔ {1}', other.label, source.name)
    : l10n.t('{0} ↔ {1} (different formats)', other.label, source.name);
  await commands.executeCommand('vscode.diff', left, uri, title, { viewColumn: ViewColumn.Active });
  const list = documents.add(
    l10n.t('Changes of {0}', source.name).concat('.md'),
    changesAsMarkdown(result.value),
  );
  await showMarkdownBeside(list);
}
