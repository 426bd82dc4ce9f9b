import {
  type CancellationToken,
  CompletionItem,
  CompletionItemKind,
  MarkdownString,
  type Position,
  SnippetString,
  type TextDocument,
} from 'vscode';
import type { Checking } from '../checking/checking.ts';
import { runOnDocument } from './document-task.ts';
import { rangeOf } from './text-ranges.ts';

const kinds = {
  property: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  snippet: CompletionItemKind.Snippet,
} as const;

/** Completion items for a position. */
export async function completionItems(
  document: TextDocument,
  position: Position,
  checking: Checking,
  token: CancellationToken,
): Promise<CompletionItem[]> {
  const offset = document.offsetAt(position);
  const items = (await runOnDocument(document, { kind: 'completion', offset }, checking, token)) ?? [];
  return items.map((item, index) => {
    const completion = new CompletionItem(item.label, kinds[item.kind]);
    completion.insertText = new SnippetString(item.insertText);
    completion.range = rangeOf(document, item.range);
    completion.sortText = String(index).padStart(4, '0');
    if (item.detail !== undefined) completion.detail = item.detail;
    if (item.documentation !== undefined) completion.documentation = new MarkdownString(item.documentation);
    if (item.filterText !== undefined) completion.filterText = item.filterText;
    return completion;
  });
}
