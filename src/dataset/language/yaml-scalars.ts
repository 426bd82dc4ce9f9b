/** A scalar as it is written, which is written again at another indentation. */
export interface ScalarSource {
  /** Its only or its first line; of a block, `|` or `>` with its indicators. */
  readonly first: string;
  /** Its other lines without their indentation. */
  readonly others: readonly string[];
  readonly isBlock: boolean;
}

/** `value`: what a block means, which shows how far it is indented. */
export function readScalar(source: string, value: unknown, isBlock: boolean): ScalarSource {
  const [first = '', ...others] = source.split(/\r?\n/);
  // Of a flow scalar, white space at the beginning of a line means nothing.
  if (!isBlock) return { first, others: others.map((line) => line.replace(/^[ \t]+/, '')), isBlock };
  const [header = ''] = /^[|>][-+\d]*/.exec(first) ?? [];
  // Without any text, all of its spaces are indentation.
  const indentation = (spacesOf(others) ?? Infinity) - (spacesOf(String(value).split('\n')) ?? 0);
  const lines = (others.at(-1) === '' ? others.slice(0, -1) : others).map((line) =>
    line.slice(Math.min(indentation, spacesOf([line]) ?? line.length)),
  );
  return { first: header, others: header.includes('+') ? lines : withOneBlankAtEnd(lines), isBlock };
}

/** A line with a scalar at a place, in a text that is indented by `tabSize`. */
export function writeScalar(
  line: string,
  place: number,
  { first, others, isBlock }: ScalarSource,
  tabSize: number,
) {
  const { parent, isAlone } = columnsOf(line.slice(0, place));
  const column = isAlone ? parent : parent + tabSize;
  const indented = others.map((each) => (each === '' ? '' : ' '.repeat(column) + each));
  return isBlock
    ? { first: first.replace(/\d/, String(tabSize)), below: indented }
    : { first: [first, ...indented].join('\n'), below: [] };
}

/** The column of the key or the dash that is before a value in its line; of the value itself, where it is alone there. */
function columnsOf(before: string): { readonly parent: number; readonly isAlone: boolean } {
  const [indentation = '', items = ''] = /^( *)((?:[-?:] +)*)/.exec(before)?.slice(1) ?? [];
  const isWithoutKey = /^(?:[&!][^ ]* +)*$/.test(before.slice(indentation.length + items.length));
  if (!isWithoutKey) return { parent: indentation.length + items.length, isAlone: false };
  if (items === '') return { parent: indentation.length, isAlone: indentation !== '' };
  return { parent: indentation.length + items.trimEnd().length - 1, isAlone: false };
}

/** Blank lines below a block mean nothing unless it says so; one of them separates it from what follows. */
function withOneBlankAtEnd(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => line !== '') + 1;
  return lines.length > end ? [...lines.slice(0, end), ''] : lines.slice(0, end);
}

/** Spaces before the first text. */
function spacesOf(lines: readonly string[]): number | undefined {
  return lines.find((line) => /[^ ]/.test(line))?.search(/[^ ]/);
}
