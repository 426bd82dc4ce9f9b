import * as vscode from 'vscode';
import { hover } from '../../dataset/language/hover.ts';
import { localize } from '../localize.ts';
import type { Settings } from '../settings.ts';
import { formatOf, rangeOf } from './text-ranges.ts';

/** What is told of the property or type at a position. */
export async function hoverAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  settings: Settings,
): Promise<vscode.Hover | undefined> {
  const { dataTypes } = settings.validation(document.uri);
  const offset = document.offsetAt(position);
  const found = await hover(document.getText(), offset, formatOf(document), { dataTypes, localize });
  return found && new vscode.Hover(new vscode.MarkdownString(found.markdown), rangeOf(document, found.range));
}
