import { endOfString } from '../../text/indent-json.ts';
import { itemKind, type Kind } from '../rules/schema.ts';

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
  readonly key: string | undefined;
  /** Length of the key in the text, quotes included. */
  readonly keyLength: number;
  /** Column of the value after `key:`; without a key, of what follows the dashes. */
  readonly valueColumn: number;
  /** Only white space or a comment. */
  readonly isBlank: boolean;
}

/** Reads the line that begins at an offset. */
export function yamlLine(text: string, start: number): YamlLine {
  const lineBreak = /[\r\n]|$/g;
  lineBreak.lastIndex = start;
  return read(text.slice(start, lineBreak.exec(text)?.index), start);
}

/** The lines that begin between two offsets. */
export function* yamlLines(text: string, from: number, to: number): Generator<YamlLine> {
  const lineBreak = /\r\n?|\n/g;
  let start = from;
  while (start < to) {
    lineBreak.lastIndex = start;
    const end = lineBreak.exec(text)?.index ?? text.length;
    yield read(text.slice(start, end), start);
    if (end >= text.length) return;
    start = lineBreak.lastIndex;
  }
}

function read(text: string, start: number): YamlLine {
  const dashes: number[] = [];
  let column = blanks(text, 0);
  while (text[column] === '-' && (column + 1 === text.length || text[column + 1] === ' ')) {
    dashes.push(column);
    column = blanks(text, column + 1);
  }
  const { written, valueColumn } = readKey(text, column) ?? {};
  return {
    start,
    text,
    dashes,
    column,
    key: written?.replace(/^(["'])(.*)\1$/, '$2'),
    keyLength: written?.length ?? 0,
    valueColumn: valueColumn ?? column,
    isBlank: dashes.length === 0 && (column === text.length || text[column] === '#' || text.trim() === ''),
  };
}

/**
 * A key, plain or in quotes, with its colon, which white space or the line's end must follow. By hand: a regular expression takes
 * quadratic time for white space within a key.
 */
function readKey(text: string, start: number): { written: string; valueColumn: number } | undefined {
  const end = endOfKey(text, start);
  if (end === undefined) return undefined;
  let colon = end;
  while (/\s/.test(text.charAt(colon))) colon++;
  const after = text.charAt(colon + 1);
  if (text[colon] !== ':' || (after !== '' && after !== ' ' && after !== '\t')) return undefined;
  let valueColumn = colon + 1;
  while (text[valueColumn] === ' ' || text[valueColumn] === '\t') valueColumn++;
  return { written: text.slice(start, end), valueColumn };
}

/** Where a key ends, if a colon follows. */
function endOfKey(text: string, start: number): number | undefined {
  const first = text.charAt(start);
  if (first === '"') return endOfString(text, start);
  if (first === "'") return endOfSingleQuoted(text, start);
  if (!/[^\s#"'[\]{},&*!|>%@`:-]/.test(first)) return undefined;
  const end = /#|:(?!\S)/g;
  end.lastIndex = start + 1;
  const found = end.exec(text);
  return found?.[0] === ':' ? start + text.slice(start, found.index).trimEnd().length : undefined;
}

/** Two quotes represent one. */
function endOfSingleQuoted(text: string, start: number): number | undefined {
  for (let at = text.indexOf("'", start + 1); at !== -1; at = text.indexOf("'", at + 2))
    if (text[at + 1] !== "'") return at + 1;
  return undefined;
}

function blanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** An open mapping or list, by the column of its keys or dashes. */
interface Level {
  readonly column: number;
  readonly isList: boolean;
  /** Of the mapping, or of the list's items; `undefined` if the schema has none. */
  readonly kind: Kind | undefined;
  readonly keys: Set<string>;
  /** The last key, whose value may be next. */
  key: string | undefined;
}

/** The mappings and lists that are open after the lines read so far, by their indentation. */
export class OpenCollections {
  readonly #levels: Level[] = [];

  add(line: YamlLine): void {
    if (line.isBlank) return;
    for (const dash of line.dashes) this.dash(dash);
    if (line.key === undefined) return;
    const top = this.#openMapping(line.column);
    top.key = line.key;
    top.keys.add(line.key);
  }

  /** Starts an item of the list at a column. */
  dash(column: number): void {
    this.#closeBeyond(column);
    const top = this.#levels.at(-1);
    // A list's dashes may be in the same column as the key before them.
    if (top?.isList && top.column === column) return;
    this.#levels.push({ column, isList: true, kind: this.#valueItems(), keys: new Set(), key: undefined });
  }

  /** The mapping that a key at a column belongs to. */
  mappingAt(column: number): { readonly kind: Kind | undefined; readonly keys: ReadonlySet<string> } {
    const copy = this.#copy();
    return copy.#openMapping(column);
  }

  /** The kind of an item at a column where no key can be. */
  listAt(column: number): Kind | undefined {
    const copy = this.#copy();
    copy.#closeBeyond(column);
    const top = copy.#levels.at(-1);
    if (top === undefined) return undefined;
    if (!top.isList) return top.column < column ? copy.#valueItems() : undefined;
    const below = copy.#levels.at(-2);
    return top.column === column && below?.column !== column ? top.kind : undefined;
  }

  #openMapping(column: number): Level {
    this.#closeBeyond(column);
    let top = this.#levels.at(-1);
    if (top?.isList && top.column === column) {
      this.#levels.pop();
      top = this.#levels.at(-1);
    }
    if (top !== undefined && !top.isList && top.column === column) return top;
    const kind = top === undefined ? 'dataset' : top.isList ? top.kind : undefined;
    const level: Level = { column, isList: false, kind, keys: new Set(), key: undefined };
    this.#levels.push(level);
    return level;
  }

  #valueItems(): Kind | undefined {
    const top = this.#levels.at(-1);
    return top && !top.isList && top.kind && top.key !== undefined ? itemKind(top.kind, top.key) : undefined;
  }

  #closeBeyond(column: number): void {
    while ((this.#levels.at(-1)?.column ?? -1) > column) this.#levels.pop();
  }

  #copy(): OpenCollections {
    const copy = new OpenCollections();
    copy.#levels.push(...this.#levels);
    return copy;
  }
}
