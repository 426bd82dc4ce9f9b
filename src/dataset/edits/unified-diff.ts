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
  const changes = changesOf(lines, edits);
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
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** One change for edits of the same lines, in order, without the lines that stay the same. */
function changesOf(lines: readonly string[], edits: readonly TextEdit[]): Change[] {
  const regions: { readonly start: number; readonly offset: number; end: number; edits: TextEdit[] }[] = [];
  let line = 0;
  let offset = 0;
  /** Moves to the line that contains an offset; behind the last line for the end of a text that ends with a line feed. */
  const moveTo = (target: number) => {
    for (let length = lines[line]?.length ?? 0; offset + length <= target && lines[line]?.endsWith('\n'); ) {
      offset += length;
      length = lines[++line]?.length ?? 0;
    }
  };
  for (const edit of edits) {
    moveTo(edit.start);
    let region = regions.at(-1);
    if (region === undefined || line >= region.end) {
      region = { start: line, offset, end: line, edits: [] };
      regions.push(region);
    }
    moveTo(edit.end);
    region.end = line + 1;
    region.edits.push(edit);
  }
  return regions.flatMap(({ start, end, offset, edits }) => {
    const shifted = edits.map((edit) => ({ ...edit, start: edit.start - offset, end: edit.end - offset }));
    const newLines = linesOf(applyEdits(lines.slice(start, end).join(''), shifted));
    return trimmed(lines, { start, end: Math.min(end, lines.length), newLines });
  });
}

/** Without equal lines at both ends; none if nothing is left. */
function trimmed(lines: readonly string[], { start, end, newLines }: Change): readonly Change[] {
  let [first, last, from, to] = [start, end, 0, newLines.length];
  for (; first < last && from < to && lines[first] === newLines[from]; first++) from++;
  for (; first < last && from < to && lines[last - 1] === newLines[to - 1]; last--) to--;
  return first === last && from === to
    ? []
    : [{ start: first, end: last, newLines: newLines.slice(from, to) }];
}

function hunksOf(lines: readonly string[], changes: readonly Change[]): string[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (change.start - (group?.at(-1)?.end ?? Number.NEGATIVE_INFINITY) <= 2 * contextLines)
      group?.push(change);
    else groups.push([change]);
  }
  /** How many lines the text has gained so far. */
  let gained = 0;
  return groups.map((group) => {
    const start = Math.max(0, (group[0]?.start ?? 0) - contextLines);
    const end = Math.min(lines.length, (group.at(-1)?.end ?? 0) + contextLines);
    let body = '';
    let at = start;
    let growth = 0;
    for (const { start: from, end: to, newLines } of group) {
      body += signed(' ', lines.slice(at, from)) + signed('-', lines.slice(from, to)) + signed('+', newLines);
      growth += newLines.length - (to - from);
      at = to;
    }
    body += signed(' ', lines.slice(at, end));
    const ranges = `-${rangeOf(start, end - start)} +${rangeOf(start + gained, end - start + growth)}`;
    gained += growth;
    return `@@ ${ranges} @@\n${body}`;
  });
}

/** An empty range names the line before it. */
function rangeOf(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function signed(sign: ' ' | '-' | '+', lines: readonly string[]): string {
  return lines
    .map((line) => (line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`))
    .join('');
}
