import type { ErrorCode, YAMLError } from 'yaml';
import { printable } from '../../text/printable.ts';
import type { Span } from '../finding.ts';
import type { ParseError } from '../rules/parse-error.ts';

/** What the errors that people meet mean, in plain words; the others are told as the parser words them. */
const messages: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'This alias is not written as YAML wants it.',
  BAD_DQ_ESCAPE: 'There is no such escape in double quotes. For a backslash write \\\\.',
  BAD_INDENT: 'This line is not indented like its neighbours, or a bracket before it is not closed.',
  BAD_SCALAR_START: 'A value can not begin with this character. Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'A second colon makes no sense here. Put the value in quotes, or begin a new line.',
  BLOCK_IN_FLOW:
    'Inside brackets this makes no sense. Is a comma missing, or is it a list with dashes or an indented block?',
  MISSING_CHAR: 'A character is missing before this, such as a closing quote, a bracket, a comma or a colon.',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line. Is a colon missing?',
  MULTIPLE_DOCS: 'A file must hold one dataset only. Remove what follows from here on.',
  RESOURCE_EXHAUSTION: 'The document is nested too deeply.',
  TAB_AS_INDENT: 'YAML is indented by spaces, not tabs.',
  TAG_RESOLVE_FAILED: 'This tag has no meaning in JSON. Remove it.',
};

/** Errors after which the rest of the document is read as it was meant. */
const tokenErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_ALIAS',
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'MULTIPLE_DOCS',
  'TAG_RESOLVE_FAILED',
]);

export function yamlFault({ code, pos, message }: YAMLError, text: string): ParseError {
  const plain = messages[code];
  return {
    ...wordAt(text, pos),
    ...(plain === undefined
      ? { message: 'This is not YAML: {detail}', args: { detail: printable(message) } }
      : { message: plain }),
    affects: tokenErrors.has(code) ? 'token' : 'rest',
  };
}

/** The parser often gives one character, or the white space before it. A word can be seen. */
function wordAt(text: string, [start, end]: readonly [number, number]): Span {
  if (end - start > 1) return { start, end };
  // The end of the text, of which the parser makes one character more.
  if (start >= text.length) return { start: text.length, end: text.length };
  const word = /[^\s,:[\]{}]+/y;
  const blank = /[ \t]*/y;
  blank.lastIndex = start;
  blank.test(text);
  word.lastIndex = blank.lastIndex;
  return word.test(text) ? { start: blank.lastIndex, end: word.lastIndex } : { start, end };
}
