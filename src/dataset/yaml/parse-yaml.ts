import * as l10n from '@vscode/l10n';
import { type ErrorCode, parseDocument, type YAMLError } from 'yaml';
import { printable } from '../../text/printable.ts';
import type { ParseError, Span } from '../problem.ts';

/** In UTF-16 units. Parsing this much takes about three seconds; nothing longer is parsed. */
export const maxYamlLength = 4 * 1024 * 1024;

export type YamlDocument = ReturnType<typeof parseDocument>;

/**
 * Parses YAML 1.2 by the core schema. `undefined` if the text is too long, or nested too deeply for the parser, which is
 * recursive.
 */
export function parseYaml(text: string): YamlDocument | undefined {
  if (text.length > maxYamlLength) return undefined;
  try {
    return parseDocument(text, {
      version: '1.2',
      schema: 'core',
      resolveKnownTags: false,
      // The parser would compare each key with all others of its mapping. YamlValue uses a map.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Errors that affect one token. The rest of the document is read as it was meant. */
const tokenErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'BAD_ALIAS',
  'BAD_DQ_ESCAPE',
  'BAD_SCALAR_START',
  'MULTIPLE_DOCS',
  'TAG_RESOLVE_FAILED',
]);

/** Further errors are not reported. */
export const maxYamlErrors = 100;

/** The parser's errors with our own messages, and spans that aren't empty. It reports each level that is too deep; the first report is enough. */
export function yamlErrors({ errors, warnings }: YamlDocument, text: string): ParseError[] {
  const all = [...errors, ...warnings];
  const exhausted = all.findIndex(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const reported = exhausted < 0 ? all : all.slice(0, exhausted + 1);
  return reported.slice(0, maxYamlErrors).map((error) => parseErrorOf(error, text));
}

function parseErrorOf(error: YAMLError, text: string): ParseError {
  const affects = tokenErrors.has(error.code) ? 'token' : 'rest';
  const message =
    messages[error.code]?.() ??
    l10n.t('This is not valid YAML: {detail}', { detail: printable(error.message) });
  return { ...wordAt(text, error.pos), message, affects };
}

/** Messages for common errors. Other errors have the parser's message. */
const messages: Readonly<Partial<Record<ErrorCode, () => string>>> = {
  BAD_ALIAS: () => l10n.t('This alias is not valid YAML.'),
  BAD_DQ_ESCAPE: () => l10n.t('YAML has no such escape sequence. For a backslash write \\\\.'),
  BAD_INDENT: () =>
    l10n.t('This line is not indented like the lines around it, or a bracket before it is not closed.'),
  BAD_SCALAR_START: () => l10n.t("A value can't begin with this character. Put the value in quotes."),
  BLOCK_AS_IMPLICIT_KEY: () =>
    l10n.t('A second colon is not allowed here. Put the value in quotes, or begin a new line.'),
  BLOCK_IN_FLOW: () =>
    l10n.t(
      "This is not allowed inside brackets. Add the missing comma, or don't use dashes and indented blocks here.",
    ),
  MISSING_CHAR: () =>
    l10n.t('A character is missing before this, such as a closing quote, a bracket, a comma or a colon.'),
  MULTILINE_IMPLICIT_KEY: () => l10n.t('A key must be on one line. Is a colon missing?'),
  MULTIPLE_DOCS: () => l10n.t('A file can contain only one dataset. Remove the text from here on.'),
  RESOURCE_EXHAUSTION: () => l10n.t('The document is nested too deeply.'),
  TAB_AS_INDENT: () => l10n.t('YAML must be indented with spaces, not tabs.'),
  TAG_RESOLVE_FAILED: () => l10n.t('JSON has no equivalent of this YAML tag. Remove it.'),
};

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
