import type { Span } from '../problem.ts';
import { lineEnd, nextLine } from '../text-positions.ts';
import { firstColumn, yamlLine } from './lines.ts';

/** Braces and brackets, or a value in quotes, as far as they reach in a text that can be broken. */
export interface YamlSpan {
  readonly start: number;
  readonly end: number;
  /** The quote or the brackets that are not closed, the innermost last. */
  readonly open: readonly number[];
  readonly comments: readonly Span[];
}

/** Anchors and tags before a value. */
const propertiesPattern = /(?:[&!]\S*[ \t]+)*/y;

/**
 * The braces, brackets or quotes that begin where a value does. `parent`: the column of the key or the dash that the value belongs to; a
 * line with a key or a dash there ends what is not closed.
 */
export function spanAt(text: string, value: number, parent: number): YamlSpan | undefined {
  propertiesPattern.lastIndex = value;
  propertiesPattern.test(text);
  const start = propertiesPattern.lastIndex;
  const isFlow = text[start] === '[' || text[start] === '{';
  if (!isFlow && text[start] !== '"' && text[start] !== "'") return undefined;
  const open: number[] = [];
  const comments: Span[] = [];
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    const last = text[open.at(-1) ?? -1];
    if (character === '\n' || character === '\r') {
      const column = firstColumn(yamlLine(text, nextLine(text, at)));
      if (column !== undefined && column <= parent) return { start, end: at, open, comments };
    } else if (last === '"' || last === "'") {
      if (last === '"' && character === '\\') at++;
      else if (character === last && last === "'" && text[at + 1] === "'") at++;
      else if (character === last) open.pop();
    } else if ('[{"\''.includes(character) && (/[[{]/.test(character) || isTokenStart(text, at)))
      open.push(at);
    else if (character === ']' || character === '}') {
      // Closed by the other bracket, its own one is missing.
      if ((character === ']') !== (last === '[')) return { start, end: at, open, comments };
      open.pop();
    } else if (character === '#' && /\s/.test(text[at - 1] ?? '')) {
      const end = lineEnd(text, at);
      comments.push({ start: at, end });
      at = end - 1;
    }
    if (open.length === 0) return { start, end: at + 1, open, comments };
  }
  return { start, end: text.length, open, comments };
}

/** A quote within a word doesn't begin a value. */
function isTokenStart(text: string, offset: number): boolean {
  return /[\s[{,:"']/.test(text[offset - 1] ?? ' ');
}

export function isFlow(text: string, { start }: Pick<YamlSpan, 'start'>): boolean {
  return text[start] === '[' || text[start] === '{';
}

/** The text of a span, with white space in place of its comments. */
export function withoutComments(text: string, { start, end, comments }: YamlSpan): string {
  let written = '';
  let from = start;
  for (const comment of comments) {
    written += text.slice(from, comment.start).padEnd(comment.end - from);
    from = comment.end;
  }
  return written + text.slice(from, end);
}
