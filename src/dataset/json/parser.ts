import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { ParseError } from '../problem.ts';
import { type NodeTable, nodeType } from './node-table.ts';
import { commentEnd, quotesAt, type Report, readNumber, readString, wordEnd } from './tokens.ts';
import { TreeBuilder } from './tree-builder.ts';

/** The tokens that can come next. */
type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end';

/** Further errors are not reported. */
const maxErrors = 100;

const lineFeed = 10;
const carriageReturn = 13;
const tab = 9;
const space = 32;
const quote = 34;
const singleQuote = 39;
const comma = 44;
const slash = 47;
const colon = 58;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** A JSON text, valid or broken. */
export interface ParsedJson {
  readonly nodes: NodeTable;
  /**
   * The violations of RFC 8259, in order; empty exactly if `JSON.parse` accepts the text. Nothing is reported after the first
   * error that makes the rest ambiguous.
   */
  readonly errors: readonly ParseError[];
}

/**
 * Parses a JSON text and recovers from errors: brackets, commas, colons and quotes may be missing or too many.
 * Not recursive, so a text may be nested to any depth.
 */
export function parseJsonTree(text: string): ParsedJson {
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  readonly #builder: TreeBuilder;
  readonly #errors: ParseError[] = [];
  readonly #report: Report = (error) => {
    if (!this.#isLost && this.#errors.length < maxErrors) this.#errors.push(error);
  };
  #at = 0;
  #expected: Expected = 'value';
  /** The innermost container's closing bracket; 0 outside of all. */
  #closer = 0;
  #lastComma = 0;
  /** The offset of the last missing colon. */
  #missingColon = -1;
  /** An error has made the rest ambiguous. */
  #isLost = false;

  constructor(text: string) {
    this.#text = text;
    this.#builder = new TreeBuilder(text);
  }

  parse(): ParsedJson {
    const text = this.#text;
    const { nodes } = this.#builder;
    this.#byteOrderMark();
    for (;;) {
      this.#blanksAndComments();
      if (this.#at >= text.length) {
        this.#endOfText();
        break;
      }
      if (this.#expected === 'end') {
        this.#lost(
          this.#at,
          text.length,
          l10n.t('The document ends before this. Remove the text after its end.'),
        );
        break;
      }
      this.#token(text.charCodeAt(this.#at));
    }
    // A string that isn't closed may end in white space.
    this.#builder.closeAll(Math.max(text.trimEnd().length, nodes.endOf(nodes.count - 1)));
    return { nodes, errors: this.#errors };
  }

  #token(unit: number): void {
    switch (this.#expected) {
      case 'value':
      case 'value-or-close':
        this.#value(unit);
        break;
      case 'key':
      case 'key-or-close':
        this.#key(unit);
        break;
      case 'colon':
        this.#colon(unit);
        break;
      default:
        this.#commaOrClose(unit);
    }
  }

  #value(unit: number): void {
    if (unit === quote) {
      this.#string(false);
    } else if (unit === openBrace || unit === openBracket) {
      this.#open(unit === openBrace);
    } else if (unit === singleQuote) {
      this.#singleQuoted(false);
    } else if ((unit >= 48 && unit <= 57) || unit === 45 || unit === 43 || unit === 46) {
      this.#scalar(nodeType.word, readNumber(this.#text, this.#at, this.#report));
    } else if (unit === closeBracket && this.#closer === closeBracket) {
      if (this.#expected === 'value') this.#trailingComma();
      this.#close();
    } else if (/[\p{L}_$]/u.test(this.#character())) {
      this.#word();
    } else if (this.#closer === closeBrace && (unit === comma || unit === closeBrace)) {
      this.#missingValue(l10n.t('A value is missing before this {character}.', this.#args()));
    } else if (unit === comma && this.#closer !== 0) {
      this.#extraComma('value');
    } else if (unit === comma || unit === closeBracket || unit === closeBrace) {
      this.#lostAt(l10n.t('A value is missing before this {character}.', this.#args()));
      this.#closeOuter(unit);
    } else {
      this.#lostAt(l10n.t("A value can't begin with {character}.", this.#args()));
      if (unit === colon) this.#at++;
      else this.#scalar(nodeType.word, this.#unknownWordEnd());
    }
  }

  #key(unit: number): void {
    if (unit === quote) {
      this.#string(true);
    } else if (unit === closeBrace) {
      if (this.#expected === 'key') this.#trailingComma();
      this.#close();
    } else if (unit === singleQuote) {
      this.#singleQuoted(true);
    } else if (unit === comma) {
      this.#extraComma('key');
    } else if (/[\p{L}\p{N}_$]/u.test(this.#character())) {
      const end = wordEnd(this.#text, this.#at);
      this.#unclear(this.#at, end, l10n.t('Put the property name in double quotes (").'));
      this.#addKey(nodeType.word, end);
    } else {
      this.#lostAt(
        l10n.t('A property name in double quotes is missing before this {character}.', this.#args()),
      );
      if (unit === closeBracket) this.#closeOuter(unit);
      else if (unit === openBrace || unit === openBracket) this.#openWithoutKey(unit === openBrace);
      else this.#addKey(nodeType.word, unit === colon ? this.#at : this.#unknownWordEnd());
    }
  }

  #colon(unit: number): void {
    const at = this.#at;
    this.#expected = 'value';
    if (unit === colon) {
      this.#at++;
    } else if (unit === comma || unit === closeBrace) {
      this.#missingValue(
        l10n.t('A colon (:) and a value are missing before this {character}.', this.#args()),
      );
    } else if (/["{[\-0-9\p{L}]/u.test(this.#character())) {
      this.#missingColon = at;
      this.#unclear(at, at + 1, l10n.t('A colon (:) is missing before this.'));
    } else {
      this.#lostAt(l10n.t('A colon (:) and a value are missing before this {character}.', this.#args()));
      if (unit === closeBracket) this.#closeOuter(unit);
    }
  }

  #commaOrClose(unit: number): void {
    const at = this.#at;
    const closer = this.#closer;
    const isArray = closer === closeBracket;
    if (unit === comma) {
      this.#lastComma = this.#at++;
      this.#expected = isArray ? 'value' : 'key';
    } else if (unit === closer) {
      this.#close();
    } else if ((isArray ? /["'{[\-0-9\p{L}]/u : /["'\p{L}_$]/u).test(this.#character())) {
      this.#minor(at, at + 1, l10n.t('A comma is missing before this.'));
      this.#expected = isArray ? 'value' : 'key';
    } else if (unit !== colon || !this.#valueWasKey()) {
      const args = { closer: String.fromCharCode(closer), ...this.#args() };
      this.#lost(at, at + 1, l10n.t('A comma or {closer} is missing before this {character}.', args));
      if (unit === closeBracket || unit === closeBrace) this.#closeOuter(unit);
      else if (unit === colon) this.#at++;
      else this.#expected = isArray ? 'value' : 'key';
    }
  }

  #open(isObject: boolean): void {
    this.#builder.open(isObject, this.#at);
    this.#closer = isObject ? closeBrace : closeBracket;
    this.#expected = isObject ? 'key-or-close' : 'value-or-close';
    this.#at++;
  }

  /** An object or array where a property should be. In an array, the object before it probably lacks its brace. */
  #openWithoutKey(isObject: boolean): void {
    if (isObject && this.#builder.isFilledItem) this.#builder.close(this.#at, false);
    else this.#addKey(nodeType.word, this.#at);
    this.#open(isObject);
  }

  #close(): void {
    this.#at++;
    this.#builder.close(this.#at, true);
    this.#endContainer();
  }

  /** At a bracket that doesn't match, closes what it may have been meant for. Otherwise the token is skipped. */
  #closeOuter(unit: number): void {
    this.#at++;
    if (unit !== comma && this.#builder.closeMatching(unit === closeBrace, this.#at)) this.#endContainer();
  }

  #endContainer(): void {
    const { inside } = this.#builder;
    this.#closer = inside === 'nothing' ? 0 : inside === 'object' ? closeBrace : closeBracket;
    this.#endValue();
  }

  #scalar(type: number, end: number): void {
    this.#builder.addScalar(type, this.#at, end);
    this.#at = end;
    this.#endValue();
  }

  #addKey(type: number, end: number): void {
    this.#builder.addKey(type, this.#at, end);
    this.#at = end;
    this.#expected = 'colon';
  }

  #endValue(): void {
    this.#expected = this.#closer === 0 ? 'end' : 'comma-or-close';
  }

  /** Before a colon: the value before it is the key of a property, and the property before that has no value. */
  #valueWasKey(): boolean {
    const start = this.#builder.turnValueIntoKey();
    if (start === undefined) return false;
    const hasColon = this.#missingColon !== start;
    if (!hasColon && this.#errors.at(-1)?.start === start) this.#errors.pop();
    const args = { character: printable(this.#text[start] ?? '') };
    const message = hasColon
      ? l10n.t('A value is missing before this {character}.', args)
      : l10n.t('A colon (:) and a value are missing before this {character}.', args);
    this.#unclear(start, start + 1, message);
    this.#at++;
    this.#expected = 'value';
    return true;
  }

  #string(isKey: boolean): void {
    const text = this.#text;
    const at = this.#at;
    // Most strings are short and plain.
    let end = at + 1;
    let unit = text.charCodeAt(end);
    while (unit !== quote && unit !== 92 && unit >= space) unit = text.charCodeAt(++end);
    const isPlain = unit === quote;
    end = isPlain ? end + 1 : readString(text, at, this.#report);
    const type = isPlain ? nodeType.string : nodeType.escapedString;
    if (isKey) this.#addKey(type, end);
    else this.#scalar(type, end);
  }

  #singleQuoted(isKey: boolean): void {
    const { end } = quotesAt(this.#text, this.#at);
    this.#unclear(this.#at, end, l10n.t('JSON has no single quotes. Use double quotes (").'));
    if (isKey) this.#addKey(nodeType.singleQuoted, end);
    else this.#scalar(nodeType.singleQuoted, end);
  }

  #word(): void {
    const end = wordEnd(this.#text, this.#at);
    const word = this.#text.slice(this.#at, end);
    if (word !== 'true' && word !== 'false' && word !== 'null') {
      const message = l10n.t('JSON has no value {word}. If it is text, put it in double quotes (").', {
        word: printable(word),
      });
      this.#unclear(this.#at, end, message);
    }
    this.#scalar(nodeType.word, end);
  }

  /** A property has no value before a comma or brace, which is read next. */
  #missingValue(message: string): void {
    this.#unclear(this.#at, this.#at + 1, message);
    this.#expected = 'comma-or-close';
  }

  #extraComma(expected: 'value' | 'key'): void {
    this.#minor(this.#at, this.#at + 1, l10n.t('Nothing precedes this comma. Remove it.'));
    this.#lastComma = this.#at++;
    this.#expected = expected;
  }

  #trailingComma(): void {
    this.#minor(this.#lastComma, this.#lastComma + 1, l10n.t('Nothing follows this comma. Remove it.'));
  }

  #byteOrderMark(): void {
    if (!this.#text.startsWith('\ufeff')) return;
    this.#at = 1;
    this.#minor(
      0,
      1,
      l10n.t('The document begins with a byte order mark (BOM). Save it as UTF-8 without BOM.'),
    );
  }

  #blanksAndComments(): void {
    const text = this.#text;
    for (; this.#at < text.length; ) {
      const unit = text.charCodeAt(this.#at);
      if (unit === space || unit === lineFeed || unit === carriageReturn || unit === tab) {
        this.#at++;
      } else if (unit === slash && this.#comment()) {
        // Reported and skipped.
      } else if (unit > 0x7f && /\s/.test(text[this.#at] ?? '')) {
        const character = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
        const message = l10n.t("JSON doesn't allow {character} as white space. Use an ordinary space.", {
          character,
        });
        this.#minor(this.#at, this.#at + 1, message);
        this.#at++;
      } else {
        return;
      }
    }
  }

  #comment(): boolean {
    const end = commentEnd(this.#text, this.#at);
    if (end === undefined) return false;
    this.#minor(this.#at, end, l10n.t('JSON has no comments. Remove this one.'));
    this.#at = end;
    return true;
  }

  #endOfText(): void {
    const { length } = this.#text;
    if (this.#expected === 'end') return;
    if (this.#closer === 0) {
      this.#lost(0, length, l10n.t('The document is empty. A dataset begins with {brace}.', { brace: '{' }));
      return;
    }
    const closer = String.fromCharCode(this.#closer);
    this.#lost(length, length, l10n.t('The document ends too early: {closer} is missing.', { closer }));
  }

  /** An error after which it is clear what was meant. */
  #minor(start: number, end: number, message: string): void {
    this.#report({ start, end, message, affects: 'nothing' });
  }

  /** An error after which a token, or the object around it, is unclear. */
  #unclear(start: number, end: number, message: string): void {
    this.#report({ start, end, message, affects: 'token' });
  }

  /** An error after which nothing is certain any more. */
  #lost(start: number, end: number, message: string): void {
    this.#report({ start, end, message, affects: 'rest' });
    this.#isLost = true;
  }

  #lostAt(message: string): void {
    this.#lost(this.#at, this.#at + this.#character().length, message);
  }

  /** The character here, for a message. */
  #args(): { readonly character: string } {
    return { character: printable(this.#character()) };
  }

  /** The character here, as a surrogate pair if it is one. */
  #character(): string {
    return String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
  }

  /** The offset after a run of characters that begins in a way that no word does. */
  #unknownWordEnd(): number {
    return Math.max(wordEnd(this.#text, this.#at), this.#at + this.#character().length);
  }
}
