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
  /** Column after `key:`; without a key, of what follows the dashes. */
  readonly keyEnd: number;
  /** Column of the value after `key:`; without a key, of what follows the dashes. */
  readonly valueColumn: number;
}

/** By its place: a key in quotes or without, a colon, and the white space before the value. */
const keyPattern = /((["']?)([\w$-]+)\2)[ \t]*:(?!\S)([ \t]*)/y;

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
  const [all = '', written = '', , key, spaces = ''] = keyPattern.exec(line) ?? [];
  return {
    start,
    text: line,
    dashes,
    column,
    key,
    keyLength: written.length,
    keyEnd: column + all.length - spaces.length,
    valueColumn: column + all.length,
  };
}

function blanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Where the first dash or the key of a line is; `undefined` if it has none. */
export function firstColumn({ dashes, key, column }: YamlLine): number | undefined {
  return dashes[0] ?? (key === undefined ? undefined : column);
}

/** What a line has after its key and its dashes, without a comment. */
export function writtenValue({ text, valueColumn }: YamlLine): string {
  return text
    .slice(valueColumn)
    .replace(/(?:^|\s)#.*/, '')
    .trimEnd();
}

/** The keys after a line that belong to the mapping at a column. */
export function keysBelow(text: string, { start }: YamlLine, column: number): string[] {
  const keys: string[] = [];
  for (let next = nextLine(text, start); next < text.length; next = nextLine(text, next)) {
    const line = yamlLine(text, next);
    const first = firstColumn(line);
    if (first === undefined) continue;
    if (first < column) break;
    if (line.column === column && line.key !== undefined) keys.push(line.key);
  }
  return keys;
}
