import { endOfString } from '../../text/indent-json.ts';
import type { Cursor, CursorPlace } from '../document-tree.ts';
import { jsonCursors, type Outermost } from '../json/json-cursor.ts';
import { jsonTree } from '../json/json-tree.ts';
import { itemKind } from '../rules/schema.ts';
import { lineStart } from '../text-positions.ts';
import { OpenCollections, type YamlLine, yamlLine, yamlLines } from './lines.ts';

/** A cursor in a YAML text, with what completion must write around its item. */
export interface YamlCursor extends Cursor {
  /** Within braces or brackets. */
  readonly inFlow: boolean;
  /** The key at the cursor already has its colon. */
  readonly hasColon: boolean;
  /** A list item here must begin with a dash. */
  readonly needsDash: boolean;
  /** The token directly follows a colon or dash. */
  readonly needsSpace: boolean;
  /** The indentation that lines after the first need in addition to that of the cursor's line. */
  readonly indent: string;
}

/**
 * Describes the place of a cursor in a YAML text by the indentation of the lines above it. A YAML parser is of no use
 * here, because the text is usually broken where somebody is typing.
 */
export function yamlCursor(text: string, offset: number): YamlCursor | undefined {
  if (/^\s*\{/.test(text)) return inFlow(text, 0, offset, { object: 'dataset' });

  const start = lineStart(text, offset);
  const line = yamlLine(text, start);
  const column = offset - start;
  if (isInComment(line.text.slice(0, column))) return undefined;
  const collections = new OpenCollections();
  let isFirst = true;
  for (const above of yamlLines(text, 0, start)) {
    collections.add(above);
    isFirst &&= above.isBlank;
  }
  if (isFirst && line.text.trim() === '' && text.slice(offset).trim() === '') {
    return { ...plain(line, column), place: { at: 'document' }, token: { start: offset, end: offset } };
  }
  for (const dash of line.dashes) collections.dash(dash);

  if (line.key !== undefined && column >= line.valueColumn)
    return inValue(text, offset, line, column, collections);
  const flowStart = line.text.slice(0, column).search(/[[{]/);
  if (line.key === undefined && flowStart === line.column && line.dashes.length > 0) {
    return inFlow(line.text, start, offset, { object: collections.mappingAt(line.column).kind }, flowStart);
  }
  return atKeyOrItem(text, offset, line, column, collections);
}

function inValue(
  text: string,
  offset: number,
  line: YamlLine,
  column: number,
  collections: OpenCollections,
): YamlCursor | undefined {
  const { kind } = collections.mappingAt(line.column);
  if (kind === undefined || line.key === undefined) return undefined;
  if (/[[{]/.test(line.text[line.valueColumn] ?? '')) {
    return inFlow(line.text, line.start, offset, { items: itemKind(kind, line.key) }, line.valueColumn);
  }
  const written = line.text
    .slice(line.valueColumn)
    .replace(/(?:^|\s)#.*/, '')
    .trimEnd();
  const start = line.start + line.valueColumn;
  if (offset > start + written.length) return undefined;
  return {
    ...plain(line, column),
    place: { at: 'value', kind, property: line.key },
    token: { start, end: start + written.length },
    needsSpace: text[start - 1] === ':',
  };
}

function atKeyOrItem(
  text: string,
  offset: number,
  line: YamlLine,
  column: number,
  collections: OpenCollections,
): YamlCursor | undefined {
  const isEmpty = line.text.slice(line.column).trim() === '';
  const own = isEmpty ? Math.max(column, line.dashes.length > 0 ? line.column : 0) : line.column;
  const token = isEmpty || column < line.column ? { start: offset, end: offset } : wordAt(line);
  if (offset > token.end) return undefined;
  const needsSpace = line.dashes.length > 0 && text[token.start - 1] === '-';
  const { indent, ...rest } = plain(line, own);
  const base = { ...rest, token, needsSpace, indent: needsSpace ? `${indent} ` : indent };

  const items = line.dashes.length === 0 ? collections.listAt(own) : undefined;
  if (items !== undefined) return { ...base, needsDash: true, place: { at: 'item', kind: items } };
  const { kind, keys } = collections.mappingAt(own);
  if (kind === undefined) return undefined;
  const present = new Set([...keys, ...keysBelow(text, line, own)]);
  const isBareItem = line.dashes.length > 0 && isEmpty && present.size === 0 && kind !== 'dataset';
  const place: CursorPlace = isBareItem ? { at: 'item', kind } : { at: 'key', kind, present };
  return { ...base, place, hasColon: line.key !== undefined };
}

/** The keys after the cursor's line that belong to the same mapping. */
function keysBelow(text: string, { start, text: line }: YamlLine, column: number): string[] {
  const keys: string[] = [];
  for (const below of yamlLines(text, start + line.length, text.length)) {
    if (below.start <= start || below.isBlank) continue;
    const first = below.dashes[0] ?? below.column;
    if (first < column) break;
    if (below.column === column && below.key !== undefined) keys.push(below.key);
  }
  return keys;
}

/** A cursor in braces or brackets that begin at a column of `text`, which begins at the offset `start` of the document. */
function inFlow(
  text: string,
  start: number,
  offset: number,
  outermost: Outermost,
  column = 0,
): YamlCursor | undefined {
  const from = start + column;
  const cursor = jsonCursors(text.slice(column), jsonTree(text.slice(column)).root, outermost)(offset - from);
  if (cursor === undefined || cursor.needsCommaBefore) return undefined;
  const { place, token, hasColon } = cursor;
  return {
    place,
    token: { start: token.start + from, end: token.end + from },
    inFlow: true,
    hasColon,
    needsDash: false,
    needsSpace: text[column + token.start - 1] === ':',
    indent: '',
  };
}

/** An editor indents new lines like the cursor's line. What follows a dash needs to be indented further. */
function plain(line: YamlLine, column: number) {
  const own = line.dashes.length > 0 ? line.column : Math.min(line.column, column);
  const indent = ' '.repeat(Math.max(0, own - (line.dashes[0] ?? own)));
  return { inFlow: false, hasColon: false, needsDash: false, needsSpace: false, indent };
}

/** The key or word after a line's dashes. */
function wordAt(line: YamlLine) {
  const start = line.start + line.column;
  const word = /^[^\s:#]*/.exec(line.text.slice(line.column))?.[0] ?? '';
  return { start, end: start + (line.key === undefined ? word.length : line.keyLength) };
}

function isInComment(before: string): boolean {
  let isAfterBlank = true;
  /** Quotes that don't end: no later one of their kind does. */
  let unclosed = '';
  for (let at = 0; at < before.length; at++) {
    const character = before.charAt(at);
    if (character === '#' && isAfterBlank) return true;
    if ((character === '"' || character === "'") && !unclosed.includes(character)) {
      const end = endOfQuoted(before, at);
      if (end !== undefined) {
        at = end - 1;
        continue;
      }
      unclosed += character;
    }
    isAfterBlank = /\s/.test(character);
  }
  return false;
}

function endOfQuoted(text: string, start: number): number | undefined {
  if (text[start] === '"') return endOfString(text, start);
  const end = text.indexOf("'", start + 1);
  return end === -1 ? undefined : end + 1;
}
