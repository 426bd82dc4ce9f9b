import { type CancellationToken, Hover, MarkdownString, type Position, type TextDocument } from 'vscode';
import type { Checking } from '../checking/checking.ts';
import { runOnDocument } from './document-task.ts';
import { rangeOf } from './text-ranges.ts';

/** Documentation for the property or data type at a position. */
export async function hoverAt(
  document: TextDocument,
  position: Position,
  checking: Checking,
  token: CancellationToken,
): Promise<Hover | undefined> {
  const found = await runOnDocument(
    document,
    { kind: 'hover', offset: document.offsetAt(position) },
    checking,
    token,
  );
  return found && new Hover(new MarkdownString(found.markdown), rangeOf(document, found.range));
}
