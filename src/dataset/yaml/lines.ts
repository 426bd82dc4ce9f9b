import { itemKind, type Kind } from '../rules/schema.ts';
import { lineEnd, nextLine } from '../text-positions.ts';

/** A line of YAML in block style: dashes that begin list items, then a key. */
export interface YamlLine {
  /** Offset of the line in its text. */
  readonly start: number;
  /** The line, without its end. */
  readonly text: string;
  /** Columns of the dashes that begin list items. */
  readonly dashes: readonly number[];
  /** Column of what follows the dashes. */
  readonly column: number;
  /** A key of one word, as all keys of the schema are. */
  readonly key: string | undefined;
  /** Length of the key in the text, quotes included. */
  readonly keyLength: number;
  /** Column of the value after `key:`; without a key, of what follows the dashes. */
  readonly valueColumn: number;
}

/** By its place: a key in quotes or without, a colon, and the white space before the value. */
const keyPattern = /((["']?)([\w$-]+)\2)[ \t]*:(?!\S)[ \t]*/y;

/** Reads the line that begins at an offset. */
export function yamlLine(text: string, start: number): YamlLine {
  const line = text.slice(start, lineEnd(text, start));
  const dashes: number[] = [];
  let column = blanks(line, 0);
  while (line[column] === '-' && (column + 1 === line.length || line[column + 1] === ' ')) {
    dashes.push(column);
    column = blanks(line, column + 1);
  }
  keyPattern.lastIndex = column;
  const [all = '', written = '', , key] = keyPattern.exec(line) ?? [];
  return {
    start,
    text: line,
    dashes,
    column,
    key,
    keyLength: written.length,
    valueColumn: column + all.length,
  };
}

function blanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** The keys after a line that belong to the mapping at a column. */
export function keysBelow(text: string, { start }: YamlLine, column: number): string[] {
  const keys: string[] = [];
  for (let next = nextLine(text, start); next < text.length; next = nextLine(text, next)) {
    const line = yamlLine(text, next);
    if (line.key === undefined && line.dashes.length === 0) continue;
    if ((line.dashes[0] ?? line.column) < column) break;
    if (line.column === column && line.key !== undefined) keys.push(line.key);
  }
  return keys;
}

/** An object that the schema has at a place, and the keys that it has before the place. */
export interface Surroundings {
  readonly kind: Kind | undefined;
  readonly keys: ReadonlySet<string>;
}

/**
 * What a column of a line is in, by the indentation of the lines above: a mapping, for a key; or a list, for an item
 * that lacks its dash.
 */
export function surroundingsOf(
  text: string,
  line: YamlLine,
  start: number,
  what: 'key' | 'item',
): Surroundings {
  const keys = new Set<string>();
  /** The keys of the lists that it is in, the outermost first. */
  const lists: string[] = [];
  let isInList = what === 'item';
  let end = start;
  for (const { column, key } of tokensBefore(text, line)) {
    if (column > end) continue;
    if (isInList) {
      const isKeyPossible = what === 'item' && lists.length === 0 && column === start;
      if (key === undefined ? column < end : isKeyPossible) return { kind: undefined, keys };
      if (key === undefined) continue;
      lists.unshift(key);
      isInList = false;
    } else if (key === undefined) {
      // Dashes may be in the same column as the key before them.
      if (column === end) continue;
      isInList = true;
    } else if (column < end) {
      // The value of a key, which is no list.
      return { kind: undefined, keys };
    } else if (lists.length === 0) keys.add(key);
    end = column;
  }
  let kind: Kind | undefined = isInList ? undefined : 'dataset';
  for (const list of lists) kind = kind && itemKind(kind, list);
  return { kind, keys };
}

/** The dashes of a line, and all dashes and keys above it, the last one first. */
function tokensBefore(text: string, line: YamlLine): { column: number; key?: string | undefined }[] {
  const tokens: { column: number; key?: string | undefined }[] = [];
  for (let start = 0; start < line.start; start = nextLine(text, start)) {
    const { column, key, dashes } = yamlLine(text, start);
    for (const dash of dashes) tokens.push({ column: dash });
    if (key !== undefined) tokens.push({ column, key });
  }
  for (const dash of line.dashes) tokens.push({ column: dash });
  return tokens.reverse();
}
