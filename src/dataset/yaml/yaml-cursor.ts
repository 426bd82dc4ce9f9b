import type { Cursor, CursorPlace } from '../document-tree.ts';
import { jsonCursors } from '../json/json-cursor.ts';
import { jsonTree } from '../json/json-tree.ts';
import { type Kind, schemaOf } from '../rules/schema.ts';
import { lineStart, nextLine } from '../text-positions.ts';
import { BlockReader, type OpenBlock } from './blocks.ts';
import { firstColumn, keysBelow, writtenValue, type YamlLine, yamlLine } from './lines.ts';
import { isFlow, withoutComments, type YamlSpan } from './spans.ts';

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
 * What a cursor in a YAML text can be at, the most likely first: on an empty line, its column leaves several possibilities.
 */
export function yamlCursors(text: string, offset: number): YamlCursor[] {
  const start = lineStart(text, offset);
  const line = yamlLine(text, start);
  const column = offset - start;
  if (/(?:^|\s)#/.test(line.text.slice(0, column).replace(/"[^"]*"|'[^']*'/g, ''))) return [];
  const isLast = line.text.trim() === '' && text.slice(offset).trim() === '';
  if (isLast && !/^[ \t]*[^\s#]/m.test(text.slice(0, start)))
    return [{ ...plain(line, column), place: { at: 'document' }, token: { start: offset, end: offset } }];
  const reader = new BlockReader(text);
  const above = reader.readTo(start);
  if (above !== undefined) return inSpan(text, offset, above, reader);
  reader.addDashes(line);
  if (line.key !== undefined && column < line.keyEnd) return atKeyOrItem(text, offset, line, reader);
  const span = reader.addKey(line);
  if (span !== undefined && isFlow(text, span) && span.start < offset)
    return inSpan(text, offset, span, reader);
  return line.key === undefined
    ? atKeyOrItem(text, offset, line, reader)
    : inValue(text, offset, line, reader.blocks.at(-1)?.kind);
}

function inValue(text: string, offset: number, line: YamlLine, kind: Kind | undefined): YamlCursor[] {
  const written = writtenValue(line);
  // Before a comment, the value is where the cursor is.
  const start = written === '' ? offset : line.start + line.valueColumn;
  if (kind === undefined || line.key === undefined || offset > start + written.length) return [];
  return [
    {
      ...plain(line, offset - line.start),
      place: { at: 'value', kind, property: line.key },
      token: { start, end: start + written.length },
      needsSpace: text[start - 1] === ':',
    },
  ];
}

/** `reader`: has read what is before the cursor, and the dashes of its line. */
function atKeyOrItem(text: string, offset: number, line: YamlLine, reader: BlockReader): YamlCursor[] {
  const column = offset - line.start;
  const isInList = line.dashes.length > 0;
  const isEmpty = line.text.slice(line.column).trim() === '';
  const own = isEmpty ? Math.max(column, isInList ? line.column : 0) : line.column;
  const token = isEmpty || column < line.column ? { start: offset, end: offset } : wordAt(line);
  if (offset > token.end) return [];
  const needsSpace = isInList && text[token.start - 1] === '-';
  const { indent, ...rest } = plain(line, own);
  const base = { ...rest, token, needsSpace, indent: needsSpace ? `${indent} ` : indent };
  const next = isEmpty ? nextItems(text, offset, line, reader.blocks) : [];

  reader.close((block) => block.column > own);
  const last = reader.blocks.at(-1);
  const items = last?.isList ? last.column === own && last.kind : last?.awaitsValue && reader.kindBelow;
  if (items && !isInList) return [{ ...base, needsDash: true, place: { at: 'item', kind: items } }, ...next];
  reader.close((block) => block.isList && block.column === own);
  const around = reader.blocks.at(-1);
  const isNew = around === undefined || (around.isList && (isInList || around.awaitsValue));
  if (!isNew && around.column !== own) return next;
  const kind = around === undefined ? 'dataset' : around.kind;
  if (kind === undefined) return next;
  const present = new Set([...(around?.keys ?? []), ...keysBelow(text, line, own)]);
  const isBareItem = isInList && isEmpty && present.size === 0 && kind !== 'dataset';
  const place: CursorPlace = isBareItem ? { at: 'item', kind } : { at: 'key', kind, present };
  return [{ ...base, place, hasColon: line.key !== undefined }, ...(isInList ? [] : next)];
}

/**
 * The next items of the lists around an empty line, which begin further to the left: an editor keeps the column of the last key. Only after a
 * mapping that has all it needs.
 */
function nextItems(text: string, offset: number, line: YamlLine, blocks: readonly OpenBlock[]): YamlCursor[] {
  const column = offset - line.start;
  const mapping = blocks.findLast((block) => !block.isList);
  if (mapping?.kind === undefined || mapping.awaitsValue) return [];
  if (!schemaOf[mapping.kind].required.every((key) => mapping.keys.has(key))) return [];
  const below = columnBelow(text, line);
  return blocks
    .filter((block) => block.isList && block.column >= below && block.column < column)
    .toReversed()
    .flatMap(({ column: start, kind }): YamlCursor[] =>
      kind === undefined
        ? []
        : [
            {
              ...plain(line, start),
              needsDash: true,
              indent: '',
              place: { at: 'item', kind },
              token: { start: line.start + start, end: offset },
            },
          ],
    );
}

/** The column of the first key or dash after a line; -1 at the end. */
function columnBelow(text: string, line: YamlLine): number {
  for (let next = nextLine(text, line.start); next < text.length; next = nextLine(text, next)) {
    const column = firstColumn(yamlLine(text, next));
    if (column !== undefined) return column;
  }
  return -1;
}

/** The beginning of a dataset up to an object of each kind. */
const listsAround: Readonly<Record<Kind, string>> = {
  dataset: '',
  table: '{"tables":[',
  column: '{"tables":[{"columns":[',
};

/** A cursor in braces, brackets or quotes. `reader`: has read what is before them. */
function inSpan(
  text: string,
  offset: number,
  span: YamlSpan,
  { blocks, kindBelow }: BlockReader,
): YamlCursor[] {
  if (!isFlow(text, span)) return [];
  const last = blocks.at(-1);
  if (last !== undefined && kindBelow === undefined) return [];
  const list = listsAround[kindBelow ?? 'dataset'];
  // The bracket of a list that is the value of a key is part of the text.
  const around = last?.isList === false ? list.slice(0, -1) : list;
  const json = around + withoutComments(text, span);
  const from = span.start - around.length;
  const cursor = jsonCursors(json, jsonTree(json).root)(offset - from);
  if (cursor === undefined || cursor.needsCommaBefore || cursor.token.start <= around.length) return [];
  const { place, token, hasColon } = cursor;
  return [
    {
      place,
      token: { start: token.start + from, end: token.end + from },
      inFlow: true,
      hasColon,
      needsDash: false,
      needsSpace: json[token.start - 1] === ':',
      indent: '',
    },
  ];
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
