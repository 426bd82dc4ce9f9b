import * as l10n from '@vscode/l10n';
import type { ErrorCode, YAMLError } from 'yaml';
import { printable } from '../../text/printable.ts';
import type { ParseError, Position, Span } from '../problem.ts';
import { lineEnd, lineStart, nextLine, positionsIn } from '../text-positions.ts';
import { BlockReader } from './blocks.ts';
import { linesEnd, type MisplacedLine, misplacedLine } from './misplaced-line.ts';
import type { YamlDocument } from './parse-yaml.ts';

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

/** An error, and how far it is the cause of others. */
interface Cause {
  readonly error: ParseError;
  readonly end: number;
}

/**
 * The errors of a YAML text with our own messages, one for each cause: the parser reports most slips several times, and what follows from them.
 */
export function yamlErrors({ errors, warnings }: YamlDocument, text: string): ParseError[] {
  const source: Source = { text, reader: new BlockReader(text), position: positionsIn(text) };
  const reported: ParseError[] = [];
  let end = -1;
  for (const group of groupsOf([...errors, ...warnings])) {
    if (group.start <= end || (reported.length > 0 && isAfterEnd(group.first))) continue;
    if (reported.length === maxYamlErrors) break;
    const cause = causeOf(group, source);
    reported.push(cause.error);
    end = Math.max(group.end, cause.end);
  }
  return reported;
}

/** Whether the parser reports what is left of the text after it took an error for the end of the value. */
function isAfterEnd({ message }: YAMLError): boolean {
  return message.includes('token in YAML stream');
}

/** Errors of the parser that overlap. The first is the closest to their cause. */
interface Group extends Span {
  readonly first: YAMLError;
  /** Braces, brackets or quotes end too early. */
  readonly isUnclosed: boolean;
}

function groupsOf(errors: readonly YAMLError[]): Group[] {
  const groups: Group[] = [];
  for (const error of errors.toSorted((a, b) => a.pos[0] - b.pos[0])) {
    const [start, end] = error.pos;
    const isUnclosed = /end with a|Missing closing/.test(error.message);
    const last = groups.at(-1);
    if (last === undefined || start > last.end) groups.push({ start, end, first: error, isUnclosed });
    else {
      const merged = { end: Math.max(last.end, end), isUnclosed: last.isUnclosed || isUnclosed };
      groups[groups.length - 1] = { ...last, ...merged };
    }
  }
  return groups;
}

/** A text, and its readers, which read it once for all errors. */
interface Source {
  readonly text: string;
  readonly reader: BlockReader;
  readonly position: (offset: number) => Position;
}

function causeOf(group: Group, source: Source): Cause {
  const { text } = source;
  const { first, start, end } = group;
  const affects = tokenErrors.has(first.code) ? 'token' : 'rest';
  const written = printable(text.slice(start, Math.min(end, lineEnd(text, start))).trimEnd());
  const isOneLine = first.code === 'TAB_AS_INDENT' || missingSpace.test(written);
  if (affects === 'rest' && !isOneLine) {
    const found = unclosed(group, source) ?? misplaced(group, source);
    if (found !== undefined) return found;
  }
  const message =
    messages[first.code]?.(first.message, written) ??
    l10n.t('This is not valid YAML: {detail}', { detail: printable(first.message) });
  const error: ParseError = { ...wordAt(text, first.pos), message, affects };
  // With a bracket too many, the brackets after it are not what they seem either.
  if (first.code === 'RESOURCE_EXHAUSTION' || /flow-(?:map|seq)-end/.test(first.message))
    return { error, end: Number.POSITIVE_INFINITY };
  return { error, end: affects === 'token' || first.code === 'TAB_AS_INDENT' ? end : blockEnd(text, start) };
}

/** Where the braces, brackets or quotes are not closed that the parser misses the end of, or are but further to the left than they may be. */
function unclosed({ isUnclosed, start }: Group, { text, reader, position }: Source): Cause | undefined {
  const span = reader.unclosedAt(start);
  const open = span?.open.at(-1);
  if (span === undefined || (open === undefined && !isUnclosed)) return undefined;
  if (open === undefined) {
    const line = position(span.start).line + 1;
    const message = l10n.t(
      'This is part of the braces or brackets that begin on line {line}. Indent it further than that line.',
      { line },
    );
    return {
      error: { ...wordAt(text, [start, start]), message, affects: 'rest' },
      end: blockEnd(text, span.end),
    };
  }
  const opening = text.charAt(open);
  const isBracket = opening === '[' || opening === '{';
  const closing = opening === '[' ? ']' : '}';
  const message = isBracket
    ? l10n.t('This "{opening}" is not closed. Add "{closing}".', { opening, closing })
    : l10n.t('The quotes are not closed. Add {quote} at the end of the text.', { quote: opening });
  // What follows is read in another way than it is meant: after a quote, each further quote is taken for the other one.
  const isWithinBlock = isBracket && /[\r\n]/.test(text[span.end] ?? '');
  return {
    error: { start: open, end: open + 1, message, affects: 'rest' },
    end: isWithinBlock ? blockEnd(text, nextLine(text, span.end)) : Number.POSITIVE_INFINITY,
  };
}

/** The end of the line of an offset and of the lines below it that are indented further. */
function blockEnd(text: string, offset: number): number {
  const start = lineStart(text, offset);
  return linesEnd(text, start, text.slice(start, lineEnd(text, start)).search(/\S|$/) + 1);
}

function misplaced({ start, end }: Group, source: Source): Cause | undefined {
  const { text, reader } = source;
  const found = misplacedLine(text, { start: lineStart(text, start), end }, reader);
  if (found === undefined) return undefined;
  return {
    error: { ...found.token, message: misplacedMessage(found, source), affects: 'rest' },
    end: found.lines.end,
  };
}

function misplacedMessage({ token, target }: MisplacedLine, { text, position }: Source): string {
  if (target === undefined)
    return l10n.t('This "-" begins an item, but no key above it begins a list. Add a key such as "tables:".');
  const { above, lineAbove, shift } = target;
  const count = Math.abs(shift);
  const written = printable(text.slice(token.start, token.end));
  const args = { token: written, count, above: printable(above), line: position(lineAbove).line + 1 };
  if (shift < 0)
    return count === 1
      ? l10n.t('This "{token}" belongs one column to the left, below the "{above}" of line {line}.', args)
      : l10n.t(
          'This "{token}" belongs {count} columns to the left, below the "{above}" of line {line}.',
          args,
        );
  return count === 1
    ? l10n.t('This "{token}" belongs one column to the right, below the "{above}" of line {line}.', args)
    : l10n.t(
        'This "{token}" belongs {count} columns to the right, below the "{above}" of line {line}.',
        args,
      );
}

/** A key and its value without the space that the colon needs after it. */
const missingSpace = /^[\w$-]+:\S/;

/**
 * Messages for common errors. Other errors have the parser's message. `detail`: the parser's message; `written`: what it is about, on one line.
 */
const messages: Readonly<Partial<Record<ErrorCode, (detail: string, written: string) => string>>> = {
  BAD_ALIAS: () => l10n.t('This alias is not valid YAML.'),
  BAD_DQ_ESCAPE: () => l10n.t('YAML has no such escape sequence. For a backslash write \\\\.'),
  BAD_INDENT: () => l10n.t('This line is not indented like the lines around it.'),
  BAD_SCALAR_START: () => l10n.t("A value can't begin with this character. Put the value in quotes."),
  BLOCK_AS_IMPLICIT_KEY: () =>
    l10n.t('A second colon is not allowed here. Put the value in quotes, or begin a new line.'),
  BLOCK_IN_FLOW: () =>
    l10n.t(
      "This is not allowed inside brackets. Add the missing comma, or don't use dashes and indented blocks here.",
    ),
  MISSING_CHAR: missingCharacter,
  MULTILINE_IMPLICIT_KEY: (_detail, written) => missingColon(written),
  MULTIPLE_DOCS: () => l10n.t('A file can contain only one dataset. Remove the text from here on.'),
  RESOURCE_EXHAUSTION: () => l10n.t('The document is nested too deeply.'),
  TAB_AS_INDENT: () => l10n.t('YAML must be indented with spaces, not tabs.'),
  TAG_RESOLVE_FAILED: () => l10n.t('JSON has no equivalent of this YAML tag. Remove it.'),
  UNEXPECTED_TOKEN: unexpectedToken,
};

function missingColon(written: string): string {
  return missingSpace.test(written)
    ? l10n.t('A space is missing after the colon in "{text}".', { text: written })
    : l10n.t('A colon is missing after "{text}".', { text: written });
}

function missingCharacter(detail: string, written: string): string {
  if (detail.startsWith('Implicit map keys')) return missingColon(written);
  if (detail.startsWith('Missing ,')) return l10n.t('A comma is missing before this.');
  if (detail.startsWith('Comments')) return l10n.t('A comment needs a space before the #.');
  return l10n.t(
    'A character is missing before this, such as a closing quote, a bracket, a comma or a colon.',
  );
}

function unexpectedToken(detail: string): string {
  if (detail.includes('on same line with key'))
    return l10n.t("A list can't begin on the line of its key. Begin a new line, or put the text in quotes.");
  if (/flow-(?:map|seq)-end/.test(detail)) return l10n.t('No bracket is open here. Remove this one.');
  if (/Unexpected (?:,|empty item)/.test(detail)) return l10n.t('A value is missing before this comma.');
  if (detail.includes('at node end'))
    return l10n.t('Only a comment can follow a value on its line. Put the whole value in quotes.');
  return l10n.t('This is not valid YAML: {detail}', { detail: printable(detail) });
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
