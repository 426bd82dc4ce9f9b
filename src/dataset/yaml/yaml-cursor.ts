import type { Cursor, CursorPlace } from '../document-tree.ts';
import { jsonCursors } from '../json/json-cursor.ts';
import { jsonTree } from '../json/json-tree.ts';
import { itemKind, type Kind } from '../rules/schema.ts';
import { lineStart } from '../text-positions.ts';
import { keysBelow, surroundingsOf, type YamlLine, yamlLine } from './lines.ts';

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
  if (/^\s*\{/.test(text)) return inFlow(text, 0, offset, listsAround.dataset);
  const start = lineStart(text, offset);
  const line = yamlLine(text, start);
  const column = offset - start;
  if (/(?:^|\s)#/.test(line.text.slice(0, column).replace(/"[^"]*"|'[^']*'/g, ''))) return undefined;
  const isLast = line.text.trim() === '' && text.slice(offset).trim() === '';
  if (isLast && !/^[ \t]*[^\s#]/m.test(text.slice(0, start)))
    return { ...plain(line, column), place: { at: 'document' }, token: { start: offset, end: offset } };
  if (line.key !== undefined && column >= line.valueColumn) return inValue(text, offset, line, line.key);
  const flowStart = line.text.slice(0, column).search(/[[{]/);
  if (line.key === undefined && flowStart === line.column && line.dashes.length > 0) {
    const { kind } = surroundingsOf(text, line, line.column, 'key');
    return kind && inFlow(line.text, start, offset, listsAround[kind], flowStart);
  }
  return atKeyOrItem(text, offset, line);
}

function inValue(text: string, offset: number, line: YamlLine, key: string): YamlCursor | undefined {
  const { kind } = surroundingsOf(text, line, line.column, 'key');
  if (kind === undefined) return undefined;
  const { valueColumn } = line;
  if (/[[{]/.test(line.text[valueColumn] ?? '')) {
    const items = itemKind(kind, key);
    // The list is part of the text.
    const around = items && listsAround[items].slice(0, -1);
    return around === undefined ? undefined : inFlow(line.text, line.start, offset, around, valueColumn);
  }
  const written = line.text
    .slice(valueColumn)
    .replace(/(?:^|\s)#.*/, '')
    .trimEnd();
  const start = line.start + valueColumn;
  if (offset > start + written.length) return undefined;
  return {
    ...plain(line, offset - line.start),
    place: { at: 'value', kind, property: key },
    token: { start, end: start + written.length },
    needsSpace: text[start - 1] === ':',
  };
}

function atKeyOrItem(text: string, offset: number, line: YamlLine): YamlCursor | undefined {
  const column = offset - line.start;
  const isInList = line.dashes.length > 0;
  const isEmpty = line.text.slice(line.column).trim() === '';
  const own = isEmpty ? Math.max(column, isInList ? line.column : 0) : line.column;
  const token = isEmpty || column < line.column ? { start: offset, end: offset } : wordAt(line);
  if (offset > token.end) return undefined;
  const needsSpace = isInList && text[token.start - 1] === '-';
  const { indent, ...rest } = plain(line, own);
  const base = { ...rest, token, needsSpace, indent: needsSpace ? `${indent} ` : indent };

  const items = isInList ? undefined : surroundingsOf(text, line, own, 'item').kind;
  if (items !== undefined) return { ...base, needsDash: true, place: { at: 'item', kind: items } };
  const { kind, keys } = surroundingsOf(text, line, own, 'key');
  if (kind === undefined) return undefined;
  const present = new Set([...keys, ...keysBelow(text, line, own)]);
  const isBareItem = isInList && isEmpty && present.size === 0 && kind !== 'dataset';
  const place: CursorPlace = isBareItem ? { at: 'item', kind } : { at: 'key', kind, present };
  return { ...base, place, hasColon: line.key !== undefined };
}

/** The beginning of a dataset up to an object of each kind. */
const listsAround: Readonly<Record<Kind, string>> = {
  dataset: '',
  table: '{"tables":[',
  column: '{"tables":[{"columns":[',
};

/**
 * A cursor in braces or brackets that begin at a column of `text`, which begins at the offset `start` of the document.
 * `around`: what is before them in a dataset.
 */
function inFlow(
  text: string,
  start: number,
  offset: number,
  around: string,
  column = 0,
): YamlCursor | undefined {
  const json = around + text.slice(column);
  const from = start + column - around.length;
  const cursor = jsonCursors(json, jsonTree(json).root)(offset - from);
  if (cursor === undefined || cursor.needsCommaBefore || cursor.token.start <= around.length)
    return undefined;
  const { place, token, hasColon } = cursor;
  return {
    place,
    token: { start: token.start + from, end: token.end + from },
    inFlow: true,
    hasColon,
    needsDash: false,
    needsSpace: json[token.start - 1] === ':',
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
