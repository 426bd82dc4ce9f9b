import * as vscode from 'vscode';
import { complete } from '../../dataset/language/completion.ts';
import { localize } from '../localize.ts';
import type { Settings } from '../settings.ts';
import { formatOf, rangeOf } from './text-ranges.ts';

const kinds = {
  property: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.EnumMember,
  snippet: vscode.CompletionItemKind.Snippet,
} as const;

/** What can be written at a position. */
export async function completionItems(
  document: vscode.TextDocument,
  position: vscode.Position,
  settings: Settings,
): Promise<vscode.CompletionItem[]> {
  const { dataTypes } = settings.validation(document.uri);
  const offset = document.offsetAt(position);
  const items = await complete(document.getText(), offset, formatOf(document), { dataTypes, localize });
  return items.map((item, index) => {
    const completion = new vscode.CompletionItem(item.label, kinds[item.kind]);
    completion.insertText = new vscode.SnippetString(item.insertText);
    completion.range = rangeOf(document, item.range);
    completion.sortText = String(index).padStart(4, '0');
    if (item.detail !== undefined) completion.detail = item.detail;
    if (item.documentation !== undefined)
      completion.documentation = new vscode.MarkdownString(item.documentation);
    if (item.filterText !== undefined) completion.filterText = item.filterText;
    return completion;
  });
}
