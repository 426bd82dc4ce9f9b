import { printable } from '../../text/printable.ts';
import type { SyntaxFault } from '../rules/syntax-fault.ts';
import { commentEnd, type Report, readNumber, readString, singleQuotedEnd, wordEnd } from './tokens.ts';

/** What may come next. */
type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end';

/** More faults than this help nobody. */
const mostFaults = 100;

/**
 * The faults that keep a text from being JSON (RFC 8259), in order; none exactly if `JSON.parse` takes the text.
 * Faults that leave no doubt about what was meant (a comment, a missing comma, …) are stepped over;
 * the first other one is the last that is told.
 */
export function syntaxFaults(text: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  const report: Report = (fault) => {
    if (faults.length < mostFaults) faults.push(fault);
  };
  new Scanner(text, report).scan(() => faults.length < mostFaults);
  return faults;
}

class Scanner {
  private readonly text: string;
  private readonly report: Report;
  private at = 0;
  private expected: Expected = 'value';
  /** Closing brackets of the open containers, the innermost last: no recursion, whatever the depth. */
  private readonly closers: string[] = [];
  private lastComma = 0;

  constructor(text: string, report: Report) {
    this.text = text;
    this.report = report;
  }

  scan(goOn: () => boolean): void {
    this.byteOrderMark();
    while (goOn()) {
      this.blanksAndComments();
      if (this.at >= this.text.length) {
        this.endOfText();
        return;
      }
      if (!this.token(this.text[this.at] ?? '')) return;
    }
  }

  /** Reads one token; `false` when there is no going on after it. */
  private token(character: string): boolean {
    switch (this.expected) {
      case 'value':
      case 'value-or-close':
        return this.value(character);
      case 'key':
      case 'key-or-close':
        return this.key(character);
      case 'colon':
        return this.colon(character);
      case 'comma-or-close':
        return this.commaOrClose(character);
      case 'end':
        return this.fatal(
          this.at,
          this.text.length,
          'The document ends before this. Remove what comes after its end.',
        );
    }
  }

  private value(character: string): boolean {
    if (character === '{') return this.open('}', 'key-or-close');
    if (character === '[') return this.open(']', 'value-or-close');
    if (character === '"') return this.endOfValue(readString(this.text, this.at, this.report));
    if (character === "'") return this.singleQuoted('comma-or-close');
    if (/[-+.0-9]/.test(character)) return this.endOfValue(readNumber(this.text, this.at, this.report));
    if (character === ']' && this.closers.at(-1) === ']') {
      if (this.expected === 'value') this.trailingComma();
      return this.close();
    }
    if (/[\p{L}_$]/u.test(character)) return this.word();
    if (this.closers.at(-1) === '}' && /[,}]/.test(character))
      return this.missing('A value is missing before this {character}.', character);
    if (character === ',' && this.closers.length > 0) return this.extraComma('value');
    if (/[,\]}]/.test(character)) return this.fatalToken('A value is missing before this {character}.');
    return this.fatalToken('A value can not begin with {character}.');
  }

  private key(character: string): boolean {
    if (character === '"') return this.endOfKey(readString(this.text, this.at, this.report));
    if (character === "'") return this.singleQuoted('colon');
    if (character === '}') {
      if (this.expected === 'key') this.trailingComma();
      return this.close();
    }
    if (/[\p{L}\p{N}_$]/u.test(character)) {
      const end = wordEnd(this.text, this.at);
      this.local(this.at, end, 'Put the property name in double quotes (").');
      return this.endOfKey(end);
    }
    if (character === ',') return this.extraComma('key');
    return this.fatalToken('A property name in double quotes is missing before this {character}.');
  }

  private colon(character: string): boolean {
    this.expected = 'value';
    if (character === ':') {
      this.at++;
      return true;
    }
    if (/[,}]/.test(character))
      return this.missing('A colon (:) and a value are missing before this {character}.', character);
    if (!/["{[\-0-9\p{L}]/u.test(character)) {
      return this.fatalToken('A colon (:) and a value are missing before this {character}.');
    }
    this.local(this.at, this.at + 1, 'A colon (:) is missing before this.');
    return true;
  }

  private commaOrClose(character: string): boolean {
    const closer = this.closers.at(-1) ?? '';
    if (character === ',') {
      this.lastComma = this.at++;
      this.expected = closer === ']' ? 'value' : 'key';
      return true;
    }
    if (character === closer) return this.close();
    const follows = closer === ']' ? /["'{[\-0-9\p{L}]/u : /["'\p{L}_$]/u;
    if (!follows.test(character)) {
      return this.fatal(this.at, this.at + 1, 'A comma or {closer} is missing before this {character}.', {
        closer,
        character: printable(this.wholeCharacter()),
      });
    }
    this.report({
      start: this.at,
      end: this.at + 1,
      message: 'A comma is missing before this.',
      damage: 'none',
    });
    this.expected = closer === ']' ? 'value' : 'key';
    return true;
  }

  private open(closer: string, expected: Expected): true {
    this.closers.push(closer);
    this.expected = expected;
    this.at++;
    return true;
  }

  private close(): true {
    this.closers.pop();
    return this.endOfValue(this.at + 1);
  }

  private endOfValue(end: number): true {
    this.at = end;
    this.expected = this.closers.length === 0 ? 'end' : 'comma-or-close';
    return true;
  }

  private endOfKey(end: number): true {
    this.at = end;
    this.expected = 'colon';
    return true;
  }

  private word(): true {
    const end = wordEnd(this.text, this.at);
    const word = this.text.slice(this.at, end);
    if (word !== 'true' && word !== 'false' && word !== 'null') {
      this.local(this.at, end, 'JSON has no value {word}. If it is text, put it in double quotes (").', {
        word: printable(word),
      });
    }
    return this.endOfValue(end);
  }

  private singleQuoted(expected: 'colon' | 'comma-or-close'): true {
    const end = singleQuotedEnd(this.text, this.at);
    this.local(this.at, end, 'JSON has no single quotes. Use double quotes (").');
    return expected === 'colon' ? this.endOfKey(end) : this.endOfValue(end);
  }

  /** What a property lacks before a comma or a brace, which is read next. */
  private missing(message: string, character: string): true {
    this.local(this.at, this.at + 1, message, { character });
    return this.endOfValue(this.at);
  }

  private extraComma(expected: 'value' | 'key'): true {
    this.report({
      start: this.at,
      end: this.at + 1,
      message: 'Nothing stands before this comma. Remove it.',
      damage: 'none',
    });
    this.lastComma = this.at++;
    this.expected = expected;
    return true;
  }

  private trailingComma(): void {
    this.report({
      start: this.lastComma,
      end: this.lastComma + 1,
      message: 'Nothing follows this comma. Remove it.',
      damage: 'none',
    });
  }

  private byteOrderMark(): void {
    if (!this.text.startsWith('\ufeff')) return;
    this.at = 1;
    this.report({
      start: 0,
      end: 1,
      message: 'The document begins with a byte order mark. Save it as UTF-8 without BOM.',
      damage: 'none',
    });
  }

  private blanksAndComments(): void {
    for (; this.at < this.text.length; ) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === 32 || unit === 10 || unit === 13 || unit === 9) {
        this.at++;
      } else if (unit === 47 /* / */ && this.comment()) {
        // Reported, and stepped over.
      } else if (unit > 0x7f && /\s/.test(this.text[this.at] ?? '')) {
        this.report({
          start: this.at,
          end: this.at + 1,
          message: 'JSON does not take {character} for white space. Use an ordinary space.',
          args: { character: `U+${unit.toString(16).toUpperCase().padStart(4, '0')}` },
          damage: 'none',
        });
        this.at++;
      } else {
        return;
      }
    }
  }

  private comment(): boolean {
    const end = commentEnd(this.text, this.at);
    if (end === undefined) return false;
    this.report({
      start: this.at,
      end,
      message: 'JSON has no comments. Remove this one.',
      damage: 'none',
    });
    this.at = end;
    return true;
  }

  private endOfText(): void {
    const { length } = this.text;
    if (this.expected === 'end') return;
    if (this.closers.length === 0) {
      this.fatal(0, length, 'The document is empty. A dataset begins with {brace}.', { brace: '{' });
      return;
    }
    this.fatal(length, length, 'The document ends too early: {closer} is missing.', {
      closer: this.closers.at(-1) ?? '',
    });
  }

  private local(start: number, end: number, message: string, args?: Record<string, string>): void {
    this.report({ start, end, message, ...(args === undefined ? {} : { args }), damage: 'local' });
  }

  private fatalToken(message: string): false {
    const character = this.wholeCharacter();
    return this.fatal(this.at, this.at + character.length, message, { character: printable(character) });
  }

  private fatal(start: number, end: number, message: string, args?: Record<string, string>): false {
    this.report({ start, end, message, ...(args === undefined ? {} : { args }), damage: 'rest' });
    return false;
  }

  /** The character here, as a surrogate pair if it is one. */
  private wholeCharacter(): string {
    return String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
  }
}
