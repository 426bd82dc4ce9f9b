import { Hover, MarkdownString, type Position, type TextDocument } from 'vscode';
import { hover } from '../../../dataset/language/hover.ts';
import type { Settings } from '../../studio/settings.ts';
import { formatOf, rangeOf } from './text-ranges.ts';

/** Documentation for the property or data type at a position. */
export async function hoverAt(
  document: TextDocument,
  position: Position,
  settings: Settings,
): Promise<Hover | undefined> {
  const { dataTypes } = settings.validation(document.uri);
  const offset = document.offsetAt(position);
  const found = await hover(document.getText(), offset, formatOf(document), { dataTypes });
  return found && new Hover(new MarkdownString(found.markdown), rangeOf(document, found.range));
}
