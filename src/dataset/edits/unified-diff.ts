import { printable } from '../../text/printable.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';

const contextLines = 3;

export interface UnifiedDiff {
  /** How many places change. */
  readonly changeCount: number;
  /** The diff of the first `count` changes, which can be applied without the others. Empty if there are none. */
  of(count: number): string;
}

/** Old lines and what replaces them. Indexes are those of the old text; lines include their line feed. */
interface Change {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly newLines: readonly string[];
}

/**
 * The unified diff (as `git apply` and `patch` read it) of a text and its edits, which are in order and don't overlap.
 * Each step is linear in the length of the text.
 */
export function unifiedDiff(file: string, text: string, edits: readonly TextEdit[]): UnifiedDiff {
  const lines = linesOf(text);
  const changes = changesOf(text, lines, edits);
  const name = printable(file, 1000);
  return {
    changeCount: changes.length,
    of: (count) =>
      count === 0
        ? ''
        : [`--- a/${name}\n+++ b/${name}\n`, ...hunksOf(lines, changes.slice(0, count))].join(''),
  };
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** One change for edits of the same lines, in order, without the lines that stay the same. */
function changesOf(text: string, lines: readonly string[], edits: readonly TextEdit[]): Change[] {
  const changes: Change[] = [];
  let line = 0;
  let offset = 0;
  /** Moves to the line that contains an offset; behind the last line for the end of a text that ends with a line feed. */
  const moveTo = (target: number) => {
    for (let current = lines[line]; current !== undefined; current = lines[line]) {
      const isLastOpenLine = line === lines.length - 1 && !current.endsWith('\n');
      if (target < offset + current.length || isLastOpenLine) break;
      offset += current.length;
      line++;
    }
  };
  for (let index = 0; index < edits.length; ) {
    const [start, from] = [startOf(edits[index]), index];
    moveTo(start);
    const [firstLine, firstOffset] = [line, offset];
    do {
      moveTo(endOf(edits[index]));
      index++;
    } while (index < edits.length && startOf(edits[index]) < offset + (lines[line]?.length ?? 0));
    const regionEnd = offset + (lines[line]?.length ?? 0);
    const inRegion = edits.slice(from, index).map(({ start, end, newText }) => ({
      start: start - firstOffset,
      end: end - firstOffset,
      newText,
    }));
    const newLines = linesOf(applyEdits(text.slice(firstOffset, regionEnd), inRegion));
    changes.push(...trimmed(lines, { start: firstLine, end: Math.min(line + 1, lines.length), newLines }));
    offset = regionEnd;
    line = Math.min(line + 1, lines.length);
  }
  return changes;
}

function startOf(edit: TextEdit | undefined): number {
  return edit?.start ?? Number.POSITIVE_INFINITY;
}

function endOf(edit: TextEdit | undefined): number {
  return edit?.end ?? 0;
}

/** Without equal lines at both ends; none if nothing is left. */
function trimmed(lines: readonly string[], { start, end, newLines }: Change): readonly Change[] {
  let before = 0;
  while (before < newLines.length && start + before < end && lines[start + before] === newLines[before])
    before++;
  let after = 0;
  while (
    after < newLines.length - before &&
    after < end - start - before &&
    lines[end - 1 - after] === newLines[newLines.length - 1 - after]
  )
    after++;
  const change = {
    start: start + before,
    end: end - after,
    newLines: newLines.slice(before, newLines.length - after),
  };
  return change.start === change.end && change.newLines.length === 0 ? [] : [change];
}

function hunksOf(lines: readonly string[], changes: readonly Change[]): string[] {
  const hunks: string[] = [];
  /** How many lines the text has gained so far. */
  let gained = 0;
  for (let index = 0; index < changes.length; ) {
    const group: Change[] = [];
    for (let change = changes[index]; change !== undefined; change = changes[index]) {
      const last = group.at(-1);
      if (last !== undefined && change.start - last.end > 2 * contextLines) break;
      group.push(change);
      index++;
    }
    const start = Math.max(0, (group[0]?.start ?? 0) - contextLines);
    const end = Math.min(lines.length, (group.at(-1)?.end ?? 0) + contextLines);
    const body: string[] = [];
    let at = start;
    for (const change of group) {
      for (; at < change.start; at++) body.push(diffLine(' ', lines[at] ?? ''));
      for (; at < change.end; at++) body.push(diffLine('-', lines[at] ?? ''));
      for (const line of change.newLines) body.push(diffLine('+', line));
    }
    for (; at < end; at++) body.push(diffLine(' ', lines[at] ?? ''));
    const growth = group.reduce(
      (sum, change) => sum + change.newLines.length - (change.end - change.start),
      0,
    );
    const oldRange = rangeOf(start, end - start);
    const newRange = rangeOf(start + gained, end - start + growth);
    hunks.push(`@@ -${oldRange} +${newRange} @@\n${body.join('')}`);
    gained += growth;
  }
  return hunks;
}

/** An empty range names the line before it. */
function rangeOf(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function diffLine(sign: ' ' | '-' | '+', line: string): string {
  return line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}
