import type { Span } from '../problem.ts';
import { schemaOf } from '../rules/schema.ts';
import { lineEnd, nextLine } from '../text-positions.ts';
import type { BlockReader, OpenBlock } from './blocks.ts';
import { firstColumn, keysBelow, type YamlLine, yamlLine } from './lines.ts';

/** A line that begins in a column where no list and no mapping above it can go on. */
export interface MisplacedLine {
  /** The dash or the key that it begins with. */
  readonly token: Span;
  /** Where it belongs; `undefined` for an item without any list around it. */
  readonly target: MisplacedTarget | undefined;
  /** The lines that move with it. */
  readonly lines: Span;
}

export interface MisplacedTarget {
  /** The last dash or key of the block that it belongs to. */
  readonly above: string;
  /** Offset of the line of `above`. */
  readonly lineAbove: number;
  /** How many columns it belongs to the right; negative: to the left. */
  readonly shift: number;
}

/**
 * The first misplaced line of a span. `reader`: has not read further than the span's start. Which of several columns is meant is decided by the
 * keys that the schema has there, then by the distance.
 */
export function misplacedLine(
  text: string,
  { start, end }: Span,
  reader: BlockReader,
): MisplacedLine | undefined {
  for (let at = start; at <= end; ) {
    const isWithin = reader.readTo(at) !== undefined;
    const line = yamlLine(text, at);
    const found = isWithin ? undefined : misplaced(text, line, reader.blocks);
    if (found !== undefined) return found;
    const next = nextLine(text, at);
    if (next === at) return undefined;
    at = next;
  }
  return undefined;
}

function misplaced(text: string, line: YamlLine, blocks: readonly OpenBlock[]): MisplacedLine | undefined {
  const column = firstColumn(line);
  const isItem = line.dashes.length > 0;
  if (column === undefined || blocks.length === 0 || canBegin(column, isItem, blocks)) return undefined;
  const keys = [
    ...(line.key === undefined ? [] : [line.key]),
    ...(isItem ? keysBelow(text, line, line.column) : []),
  ];
  const candidates = blocks.filter((block) => block.isList === isItem);
  const fitting = candidates.filter(({ kind }) =>
    keys.every((key) => kind && Object.hasOwn(schemaOf[kind].properties, key)),
  );
  const distance = (block: OpenBlock) => Math.abs(block.column - column);
  const [best] = (fitting.length > 0 ? fitting : candidates)
    .toReversed()
    .toSorted((a, b) => distance(a) - distance(b));
  const start = line.start + column;
  return {
    token: { start, end: start + (isItem ? 1 : line.keyLength) },
    target: best && { above: best.lastKey ?? '-', lineAbove: best.lastLine, shift: best.column - column },
    lines: { start: line.start, end: linesEnd(text, line.start, column, best?.column) },
  };
}

/** Whether a dash or a key can be in a column: it continues a block, or is the value of the last dash or key. */
function canBegin(column: number, isItem: boolean, blocks: readonly OpenBlock[]): boolean {
  const last = blocks.at(-1);
  if (last?.awaitsValue && (isItem && !last.isList ? column >= last.column : column > last.column))
    return true;
  return blocks.some((block) => block.isList === isItem && block.column === column);
}

/** The end of a line and of those below it, up to one that begins further to the left than a column, or in another one. */
export function linesEnd(text: string, start: number, column: number, other?: number): number {
  let end = start;
  for (let line = start; ; ) {
    const after = lineEnd(text, line);
    // A closing bracket can be further to the left.
    const first = text.slice(line, after).search(/[^\s\]}]/);
    if (line > start && first >= 0 && (first < column || first === other)) break;
    if (line === start || text.slice(line, after).trim() !== '') end = after;
    const next = nextLine(text, line);
    if (next === line) break;
    line = next;
  }
  return end;
}
