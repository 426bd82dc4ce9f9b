import { printable } from '../../text/printable.ts';
import type { SyntaxFault } from '../rules/syntax-fault.ts';

/** Takes a fault in. */
export type Report = (fault: SyntaxFault) => void;

const quote = 34;
const backslash = 92;

/** Reads the string that opens at `open` (RFC 8259, section 7) and returns the offset after it. */
export function readString(text: string, open: number, report: Report): number {
  let i = open + 1;
  while (i < text.length) {
    const unit = text.charCodeAt(i);
    if (unit === quote) return i + 1;
    if (unit === 10 || unit === 13) break;
    if (unit === backslash) {
      i = readEscape(text, i, report);
    } else {
      if (unit < 0x20) {
        report({
          start: i,
          end: i + 1,
          message: 'A control character must not stand in a string as it is. Write {escape} instead.',
          args: { escape: escapeOf(unit) },
          damage: 'local',
        });
      }
      i++;
    }
  }
  report({
    start: open,
    end: i,
    message: 'This string is not closed. Add a double quote (").',
    damage: 'local',
  });
  return i;
}

function escapeOf(unit: number): string {
  if (unit === 9) return '\\t';
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

function readEscape(text: string, start: number, report: Report): number {
  const letter = text[start + 1] ?? '';
  if (letter !== '' && '"\\/bfnrt'.includes(letter)) return start + 2;
  if (letter === 'u') {
    const digits = /^[0-9a-fA-F]{0,4}/.exec(text.slice(start + 2, start + 6))?.[0].length ?? 0;
    const end = start + 2 + digits;
    if (digits < 4) {
      report({
        start,
        end,
        message: '\\u must be followed by four hexadecimal digits.',
        damage: 'local',
      });
    }
    return end;
  }
  // A backslash at the end of a line or of the text: the string is not closed, which is told by itself.
  if (letter === '' || letter === '\n' || letter === '\r') return start + 1;
  report({
    start,
    end: start + 2,
    message: 'There is no escape {escape} in JSON. For a backslash write \\\\.',
    args: { escape: printable(`\\${letter}`) },
    damage: 'local',
  });
  return start + 2;
}

const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** Reads the run of characters that begins like a number (RFC 8259, section 6), and returns the offset after it. */
export function readNumber(text: string, start: number, report: Report): number {
  const end = wordEnd(text, start);
  number.lastIndex = start;
  if (number.test(text) && number.lastIndex === end) return end;
  const word = text.slice(start, end);
  report({
    start,
    end,
    ...(/^-?0[0-9]/.test(word)
      ? { message: 'A number must not begin with 0. Remove the zero, or put the value in double quotes.' }
      : {
          message: '{word} is not a number as JSON writes it. If it is text, put it in double quotes.',
          args: { word: printable(word) },
        }),
    damage: 'local',
  });
  return end;
}

/** The offset after a run of letters, digits and the like. */
export function wordEnd(text: string, start: number): number {
  const next = /[\s",:[\]{}/']/g;
  next.lastIndex = start;
  return next.exec(text)?.index ?? text.length;
}

/** The offset after a string in single quotes, which JSON doesn't have. It ends at the line's end at the latest. */
export function singleQuotedEnd(text: string, open: number): number {
  let i = open + 1;
  for (; i < text.length; i++) {
    const character = text[i];
    if (character === "'") return i + 1;
    if (character === '\n' || character === '\r') break;
    if (character === '\\') i++;
  }
  return Math.min(i, text.length);
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
