import type { ErrorCode, YAMLError } from 'yaml';
import { printable } from '../../text/printable.ts';
import type { Span } from '../finding.ts';
import type { ParseError } from '../rules/parse-error.ts';

/** Messages for common errors. Other errors have the parser's message. */
const messages: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'This alias is not valid YAML.',
  BAD_DQ_ESCAPE: 'YAML has no such escape sequence. For a backslash write \\\\.',
  BAD_INDENT: 'This line is not indented like the lines around it, or a bracket before it is not closed.',
  BAD_SCALAR_START: 'A value can’t begin with this character. Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'A second colon is not allowed here. Put the value in quotes, or begin a new line.',
  BLOCK_IN_FLOW:
    'This is not allowed inside brackets. Add the missing comma, or don’t use dashes and indented blocks here.',
  MISSING_CHAR: 'A character is missing before this, such as a closing quote, a bracket, a comma or a colon.',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line. Is a colon missing?',
  MULTIPLE_DOCS: 'A file can contain only one dataset. Remove the text from here on.',
  RESOURCE_EXHAUSTION: 'The document is nested too deeply.',
  TAB_AS_INDENT: 'YAML must be indented with spaces, not tabs.',
  TAG_RESOLVE_FAILED: 'JSON has nothing like this tag. Remove it.',
};

/** Errors that affect one token. The rest of the document is read as it was meant. */
const tokenErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_ALIAS',
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'MULTIPLE_DOCS',
  'TAG_RESOLVE_FAILED',
]);

/** A parser's error in our words and with a span that can be seen. */
export function yamlParseError({ code, pos, message }: YAMLError, text: string): ParseError {
  const plain = messages[code];
  return {
    ...wordAt(text, pos),
    ...(plain === undefined
      ? { message: 'This is not valid YAML: {detail}', args: { detail: printable(message) } }
      : { message: plain }),
    affects: tokenErrors.has(code) ? 'token' : 'rest',
  };
}

/** The parser often reports one character, or the white space before it. A whole word is easier to see. */
function wordAt(text: string, [start, end]: readonly [number, number]): Span {
  if (end - start > 1) return { start, end };
  // At the end of the text, the parser reports one character more.
  if (start >= text.length) return { start: text.length, end: text.length };
  const word = /[^\s,:[\]{}]+/y;
  const blank = /[ \t]*/y;
  blank.lastIndex = start;
  blank.test(text);
  word.lastIndex = blank.lastIndex;
  return word.test(text) ? { start: blank.lastIndex, end: word.lastIndex } : { start, end };
}
