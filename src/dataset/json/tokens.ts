import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { ParseError } from '../problem.ts';

/** Receives the errors of a token. */
export type Report = (error: ParseError) => void;

/** In a string: line breaks, other control characters, and escapes, those of JSON as a group. */
const remarkable = /[\r\n]\s*|[^ -\u{10ffff}]|\\(?:(["\\/bfnrt]|u[\da-fA-F]{4})|u[\da-fA-F]*|[^\r\n])?/gu;

/**
 * Reads the string that begins at `start` (RFC 8259, section 7) and returns the offset after it. A string that isn't
 * closed ends with its line; one that is broken into lines has one error for all of them.
 */
export function readString(text: string, start: number, report: Report): number {
  const { end, isClosed } = quotesAt(text, start);
  const [{ length: lineLength } = { length: 0 }] = text.slice(start, end).split(/[\r\n]/, 1);
  for (const { 0: part, 1: known, index } of text.slice(start + 1, end).matchAll(remarkable)) {
    // A backslash at the end of a line or of the text: the string isn't closed, which is an error of its own.
    if (known !== undefined || part === '\\' || /^[\r\n]/.test(part)) continue;
    const at = start + 1 + index;
    report({ start: at, end: at + part.length, message: describePart(part), affects: 'token' });
  }
  const lineEnd = start + lineLength;
  if (!isClosed || lineEnd < end) {
    const message = isClosed
      ? l10n.t("A string can't contain a line break. Write \\n instead.")
      : l10n.t('This string is not closed. Add a double quote (").');
    report({ start, end: lineEnd, message, affects: 'token' });
  }
  return end;
}

function describePart(part: string): string {
  if (part.startsWith('\\u')) return l10n.t('\\u must be followed by four hexadecimal digits.');
  if (part.startsWith('\\'))
    return l10n.t('JSON has no escape {escape}. For a backslash write \\\\.', { escape: printable(part) });
  const written = part === '\t' ? '\\t' : `\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return l10n.t("A string can't contain a control character. Write {escape} instead.", { escape: written });
}

/**
 * Where text in quotes ends that begins at `start`: after its closing quote, otherwise at the end of its line. In a later line, the
 * first quote closes it if no other text can begin there.
 */
export function quotesAt(text: string, start: number): { readonly end: number; readonly isClosed: boolean } {
  const quote = text[start];
  let lineEnd: number | undefined;
  /** The last character that isn't white space. */
  let last = '';
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === quote) {
      const isClosed = lineEnd === undefined || (!/[[{,:\\]/.test(last) && isBeforeMark(text, at + 1));
      return { end: isClosed ? at + 1 : (lineEnd ?? at), isClosed };
    }
    if (character === '\n' || character === '\r') lineEnd ??= at;
    if (/\S/.test(character)) last = character;
    // So that text is read twice at most, no escape is skipped in later lines.
    if (lineEnd === undefined && character === '\\' && !/[\r\n]/.test(text[at + 1] ?? '')) at++;
  }
  return { end: lineEnd ?? text.length, isClosed: false };
}

/** Whether a comma, a colon, or a closing bracket is next. */
function isBeforeMark(text: string, start: number): boolean {
  const mark = /\s*[,:}\]]/y;
  mark.lastIndex = start;
  return mark.test(text);
}

const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** Reads the word that begins like a number (RFC 8259, section 6), and returns the offset after it. */
export function readNumber(text: string, start: number, report: Report): number {
  const end = wordEnd(text, start);
  number.lastIndex = start;
  if (number.test(text) && number.lastIndex === end) return end;
  const word = text.slice(start, end);
  const message = /^-?0[0-9]/.test(word)
    ? l10n.t("A number can't begin with 0. Remove the zero, or put the value in double quotes.")
    : l10n.t('{word} is not a valid JSON number. If it is text, put it in double quotes.', {
        word: printable(word),
      });
  report({ start, end, message, affects: 'token' });
  return end;
}

/** The offset after a run of letters, digits and other characters that don't structure JSON. */
export function wordEnd(text: string, start: number): number {
  const next = /[\s",:[\]{}/']/g;
  next.lastIndex = start;
  return next.exec(text)?.index ?? text.length;
}

/** The offset after a comment, which JSON doesn't have, or `undefined` if none begins here. */
export function commentEnd(text: string, start: number): number | undefined {
  if (text.startsWith('//', start)) {
    const lineEnd = /[\r\n]/g;
    lineEnd.lastIndex = start;
    return lineEnd.exec(text)?.index ?? text.length;
  }
  if (text.startsWith('/*', start)) {
    const close = text.indexOf('*/', start + 2);
    return close < 0 ? text.length : close + 2;
  }
  return undefined;
}
