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

/** A key, plain or in quotes, with its colon, which white space or the line's end must follow. */
const keyPattern =
  /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'[\]{},&*!|>%@`:-](?:[^:#]|:(?=\S))*?)\s*:(?:[ \t]+|$)/y;

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
  keyPattern.lastIndex = column;
  const [matched, written] = keyPattern.exec(text) ?? [];
  return {
    start,
    text,
    dashes,
    column,
    key: written?.replace(/^(["'])(.*)\1$/, '$2'),
    keyLength: written?.length ?? 0,
    valueColumn: column + (matched?.length ?? 0),
    isBlank: dashes.length === 0 && (column === text.length || text[column] === '#' || text.trim() === ''),
  };
}

function blanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}
