import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { ParseError } from '../problem.ts';

/** Receives the errors of a token. */
export type Report = (error: ParseError) => void;

const quote = 34;
const backslash = 92;

/**
 * Reads the string that begins at `start` (RFC 8259, section 7) and returns the offset after it. A string that isn't
 * closed ends with its line.
 */
export function readString(text: string, start: number, report: Report): number {
  let at = start + 1;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === 10 || unit === 13) break;
    if (unit === backslash) {
      at = readEscape(text, at, report);
    } else {
      if (unit < 0x20) {
        report({
          start: at,
          end: at + 1,
          message: l10n.t("A string can't contain a control character. Write {escape} instead.", {
            escape: unit === 9 ? '\\t' : `\\u${unit.toString(16).padStart(4, '0')}`,
          }),
          affects: 'token',
        });
      }
      at++;
    }
  }
  report({
    start,
    end: at,
    message: l10n.t('This string is not closed. Add a double quote (").'),
    affects: 'token',
  });
  return at;
}

function readEscape(text: string, start: number, report: Report): number {
  const letter = text[start + 1] ?? '';
  if (letter !== '' && '"\\/bfnrt'.includes(letter)) return start + 2;
  if (letter === 'u') {
    const digits = /^[0-9a-fA-F]{0,4}/.exec(text.slice(start + 2, start + 6))?.[0].length ?? 0;
    const end = start + 2 + digits;
    if (digits < 4) {
      const message = l10n.t('\\u must be followed by four hexadecimal digits.');
      report({ start, end, message, affects: 'token' });
    }
    return end;
  }
  // A backslash at the end of a line or of the text: the string isn't closed, which is an error of its own.
  if (letter === '' || letter === '\n' || letter === '\r') return start + 1;
  report({
    start,
    end: start + 2,
    message: l10n.t('JSON has no escape {escape}. For a backslash write \\\\.', {
      escape: printable(`\\${letter}`),
    }),
    affects: 'token',
  });
  return start + 2;
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

/** The offset after a string in single quotes, which JSON doesn't have. One that isn't closed ends with its line. */
export function singleQuotedEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const character = text[at];
    if (character === "'") return at + 1;
    if (character === '\n' || character === '\r') break;
    if (character === '\\') at++;
  }
  return Math.min(at, text.length);
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
