import { textDecoder } from '../../../text/text-decoder.ts';
import { asciiText, indexOfText, startsWith } from '../../bytes/ascii.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { limits } from '../../inference-limits.ts';
import { type ByteTables, byteTables } from './sql-bytes.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { Statement } from './sql-statement.ts';
import { type Token, token } from './sql-token.ts';

/** Bytes that a step can look at. What is longer, such as a number of many digits, takes several steps. */
const lookahead = 1024;

/** Bytes that stay at hand after they are read: a prefix of quotes. */
const lookBehind = 2;

/** What can be of any length. */
type Inside =
  | { readonly kind: 'quotes'; readonly quote: string; readonly escapes: boolean; readonly is: Token['kind'] }
  | { readonly kind: 'comment'; depth: number }
  /** A line, a text in dollar quotes, data after `COPY`. */
  | { readonly kind: 'until'; readonly end: string };

/** Splits a script into statements, and these into tokens. What it keeps is small, whatever the script contains. */
export class SqlScanner {
  readonly #dialect: SqlDialect;
  readonly #statement: Statement;
  #delimiter = ';';
  /** Whether a backslash escapes a quote in texts. */
  #escapes: boolean;
  #tables: ByteTables;
  #inside: Inside | undefined;
  /** The first bytes of the name or the text in quotes. */
  #quoted: number[] = [];
  /** Whether there are only spaces before in its line. */
  #isLineStart = true;
  /** What the last token began with. */
  #last = 0;
  /** Whether it is in a comment that MySQL reads, such as `SET NAMES utf8` after `40101` in one that begins with `!`. */
  #isConditional = false;
  /** Bytes that are read and still at hand. */
  #behind = 0;
  /** The line that is read, from 1, and where it ends in the bytes at hand. */
  #line = 1;
  #lineEnd = 0;
  /** A quote or a comment that the script ends in, after its statement. */
  unclosed: string | undefined;

  constructor(dialect: SqlDialect, statement: Statement) {
    this.#dialect = dialect;
    this.#statement = statement;
    this.#escapes = dialect.escapes;
    this.#tables = byteTables(dialect, this.#delimiter);
  }

  /** Scans the bytes at hand, but for the last ones if more follow. */
  scan(window: ByteWindow): void {
    const bytes = window.bytes.subarray(0, window.end);
    let i = window.start + this.#behind;
    this.#lineEnd = indexOfText(bytes, '\n', i);
    while (i < bytes.length && (window.isLast || bytes.length - i >= lookahead))
      i = this.#inside ? this.#skipInside(this.#inside, bytes, i, window.isLast) : this.#step(bytes, i);
    this.#lineAt(bytes, i);
    this.#behind = Math.min(lookBehind, i - window.start);
    window.start = i - this.#behind;
    if (!window.isLast) return;
    const opening = this.#inside && openingOf(this.#inside);
    if (opening) this.unclosed = `${this.#statement.what} ${opening}`.trim();
    this.#statement.end();
  }

  /** Reads what begins at a position. Returns where it ends. */
  #step(bytes: Uint8Array, start: number): number {
    const { mode, isEmpty } = this.#statement;
    if (mode === 'skip' && !this.#isLineStart) {
      const end = this.#passData(bytes, start);
      if (end > start) return end;
    }
    const byte = bytes[start] as number;
    if (byte <= 0x20) {
      if (byte === 0x0a || byte === 0x0d) this.#isLineStart = true;
      return start + 1;
    }
    const isLineStart = this.#isLineStart;
    const isAfterValue = !isLineStart && this.#last !== 0x2c && this.#last !== 0x28;
    this.#isLineStart = false;
    this.#last = byte;
    // A comment in Snowflake, an operator in DuckDB.
    if (!isAfterValue && startsWith(bytes, '//', start)) return this.#until('\n', start + 1);
    if ((isEmpty || isLineStart) && this.#tables.isCommand[byte] === 1) {
      const after = this.#command(bytes, start, isLineStart);
      if (after > start) return after;
    }
    if (startsWith(bytes, this.#delimiter, start)) {
      const after = start + this.#delimiter.length;
      if (this.#delimiter !== ';' || !this.#statement.goesOn(this.#dialect)) return this.#endStatement(after);
    }
    const after = this.#special(bytes, start);
    if (after > start) return after;
    if (this.#statement.mode === 'skip') return start + 1;
    const isWord = this.#tables.isWord[byte] === 1;
    let end = start + 1;
    while (isWord && end < start + lookahead - 1 && this.#tables.isWord[bytes[end] ?? 0] === 1) end++;
    // Scripts for Db2 with procedures end statements so: `db2 -td@`.
    if (bytes[end - 1] === 0x40 && /^@[ \t]*\r?\n/.test(asciiText(bytes, end - 1, end + 20))) {
      if (end === start + 1) return this.#endStatement(end);
      end--;
    }
    this.#statement.add(
      token(isWord ? 'word' : 'mark', decode(bytes.subarray(start, end)), this.#lineAt(bytes, start)),
    );
    return end;
  }

  /** Positions must ascend. */
  #lineAt(bytes: Uint8Array, position: number): number {
    while (this.#lineEnd >= 0 && this.#lineEnd < position) {
      this.#line++;
      this.#lineEnd = indexOfText(bytes, '\n', this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** Passes what means nothing in a statement that is skipped: most of a dump is texts in quotes. */
  #passData(bytes: Uint8Array, start: number): number {
    const { isStop } = this.#tables;
    const backslash = this.#escapes ? 0x5c : -1;
    for (let i = start; ; ) {
      while (i < bytes.length && isStop[bytes[i] as number] === 0) i++;
      if (bytes[i] !== 0x27 || prefixOf(bytes, i) !== '') return i;
      let end = i + 1;
      while (end < bytes.length && bytes[end] !== 0x27) end += bytes[end] === backslash ? 2 : 1;
      if (end + 1 >= bytes.length || bytes[end + 1] === 0x27 || bytes[end - 1] === 0x5c) return i;
      i = end + 1;
    }
  }

  /** Comments, quotes of all kinds. Returns `start` if there are none. */
  #special(bytes: Uint8Array, start: number): number {
    const { name, hasBrackets, hasHashComments } = this.#dialect;
    const escapes = this.#escapes;
    const triple = name === 'bigquery' && /^(?:'''|""")$/.exec(asciiText(bytes, start, start + 3))?.[0];
    if (triple) return this.#until(triple, start + 3);
    switch (String.fromCharCode(bytes[start] as number)) {
      case "'": {
        const prefix = prefixOf(bytes, start);
        if (prefix !== 'Q' || escapes) return this.#quotes(start, "'", escapes || prefix === 'E', 'string');
        // `q'[…]'`
        const open = String.fromCharCode(bytes[start + 1] ?? 0);
        return this.#until(`${{ '[': ']', '(': ')', '{': '}', '<': '>' }[open] ?? open}'`, start + 2);
      }
      case '"':
        // Where a backslash escapes, these are texts, except in Snowflake.
        return this.#quotes(start, '"', escapes && name !== 'snowflake', 'name');
      case '`':
        return this.#quotes(start, '`', false, 'backticked');
      case '[':
        return hasBrackets ? this.#quotes(start, ']', false, 'name') : start;
      case '-':
        return startsWith(bytes, '--', start) ? this.#until('\n', start + 1) : start;
      case '#':
        return hasHashComments ? this.#until('\n', start + 1) : start;
      case '/': {
        if (!startsWith(bytes, '/*', start)) return start;
        // Versions from 99999 on are those of no server: what no server reads.
        const [mark] = /^\/\*M?!(?!9{5}|[2-9]\d{5})\d{5,6}/.exec(asciiText(bytes, start, start + 16)) ?? [];
        if (mark === undefined) this.#inside = { kind: 'comment', depth: 1 };
        else this.#isConditional = true;
        return start + (mark ?? '/*').length;
      }
      case '*':
        if (!this.#isConditional || !startsWith(bytes, '*/', start)) return start;
        this.#isConditional = false;
        return start + 2;
      case '$': {
        const [tag] = /^\$(?:[A-Za-z_]\w{0,60})?\$/.exec(asciiText(bytes, start, start + 64)) ?? [];
        const isInWord = this.#tables.isWord[bytes[start - 1] ?? 0] === 1;
        return tag === undefined || isInWord ? start : this.#until(tag, start + tag.length);
      }
      default:
        return start;
    }
  }

  #quotes(start: number, quote: string, escapes: boolean, is: Token['kind']): number {
    this.#inside = { kind: 'quotes', quote, escapes, is };
    this.#quoted = [];
    return start + 1;
  }

  #until(end: string, after: number): number {
    this.#inside = { kind: 'until', end };
    return after;
  }

  /** Returns how far it has read; less than the bytes at hand only where it ends or more are needed. */
  #skipInside(inside: Inside, bytes: Uint8Array, start: number, isLast: boolean): number {
    const safe = isLast ? bytes.length : bytes.length - 2;
    let i = start;
    switch (inside.kind) {
      case 'until': {
        const { end } = inside;
        const found = indexOfText(bytes, end, start);
        if (found < 0) return isLast ? bytes.length : bytes.length - end.length;
        this.#inside = undefined;
        this.#isLineStart = end === '\n';
        return found + end.length;
      }
      case 'comment':
        for (; i < safe && inside.depth > 0; i++)
          if (startsWith(bytes, '*/', i)) {
            inside.depth--;
            i++;
          } else if (this.#dialect.nestsComments && startsWith(bytes, '/*', i)) {
            inside.depth++;
            i++;
          }
        if (inside.depth === 0) this.#inside = undefined;
        return i;
      case 'quotes': {
        const quote = inside.quote.charCodeAt(0);
        const isKept = this.#statement.mode === 'read';
        for (; i < safe; i++) {
          const byte = bytes[i] as number;
          const isPair = (byte === quote && bytes[i + 1] === quote) || (byte === 0x5c && inside.escapes);
          if (byte === quote && !isPair) {
            // No text ends right before a letter, so the backslash before the quote escapes it: `'the customer\'s'`.
            const isWithin = quote === 0x27 && bytes[i - 1] === 0x5c && isLetter(bytes[i + 1]);
            if (isWithin) {
              this.#escapes = true;
              this.#inside = { ...inside, escapes: true };
              if (isKept) this.#quoted.splice(-1, 1, byte);
              return i + 1;
            }
            this.#inside = undefined;
            if (isKept)
              this.#statement.add(
                token(inside.is, decode(Uint8Array.from(this.#quoted)), this.#lineAt(bytes, i)),
              );
            return i + 1;
          }
          if (isPair) i++;
          if (isKept && this.#quoted.length <= limits.nameLength) this.#quoted.push(bytes[i] ?? byte);
        }
        return Math.min(i, bytes.length);
      }
    }
  }

  /** Lines that are for the client or that end a statement. Returns `start` where there is none. */
  #command(bytes: Uint8Array, start: number, isLineStart: boolean): number {
    const [line = ''] = asciiText(bytes, start, start + 80).split(/[\r\n]/, 1);
    const statement = this.#statement;
    if (isLineStart && /^(?:\/|GO)(?: \d+)?$/i.test(line.replace(/[ \t;]+|--.*/g, ' ').trimEnd()))
      return this.#endStatement(start + line.length);
    if (statement.isEmpty) {
      if (clientLine.test(line)) return this.#until('\n', start + 1);
      const [command, delimiter] = /^DELIMITER[ \t]+(\S{1,20})/i.exec(line) ?? [];
      if (command === undefined || delimiter === undefined) return start;
      this.#delimiter = delimiter;
      this.#tables = byteTables(this.#dialect, delimiter);
      return start + command.length;
    }
    // Scripts of SQL Server can do without semicolons, and a quote that is never closed should cost one statement only.
    const canBegin = statement.mode !== 'watch' || !(this.#dialect.hasBatches || this.#delimiter !== ';');
    // `USING INDEX (CREATE UNIQUE INDEX …)`
    const isPart =
      statement.isInParentheses && /^CREATE[ \t]+(?:(?:UNIQUE|BITMAP)[ \t]+)?INDEX\b/i.test(line);
    const begins = /^(?:CREATE\b|(?:ALTER|DROP)[ \t]+TABLE\b)/i.test(line) || this.#endsBefore(line);
    if (isLineStart && canBegin && !isPart && begins) statement.end();
    return start;
  }

  /** Whether a line of SQL Server begins a statement after one about a table, which could go on there in other dialects. */
  #endsBefore(line: string): boolean {
    const { isInParentheses, what } = this.#statement;
    if (this.#dialect.name !== 'sqlserver' || isInParentheses) return false;
    return /^(?:CREATE|ALTER) TABLE$/.test(what) && otherStatement.test(line);
  }

  #endStatement(after: number): number {
    return this.#statement.end() ? this.#until('\n\\.', after) : after;
  }
}

const otherStatement =
  /^(?:SELECT|INSERT|UPDATE|DELETE|EXEC|EXECUTE|PRINT|DECLARE|IF|SET|END|RETURN|USE|GRANT|RAISERROR)\b/i;

function isLetter(byte = 0): boolean {
  return /[a-z]/i.test(String.fromCharCode(byte)) || byte >= 0x80;
}

/** Empty for a comment at the end of a line. */
function openingOf(inside: Inside): string {
  if (inside.kind === 'comment') return '/*';
  return inside.kind === 'quotes' ? inside.quote : inside.end.trim();
}

/** What psql, sqlcmd, SQL*Plus and the shell of SQLite read by themselves, and settings without a semicolon. */
const clientLine =
  /^(?:[\\.:@]|(?:REM|REMARK|PROMPT|SPOOL|WHENEVER)\b|SET[ \t]+\w+[ \t]+(?:ON|OFF|\d+)[ \t;]*$)/i;

/** The letter before quotes that says how they are read: `E` or `Q`; empty otherwise. */
function prefixOf(bytes: Uint8Array, quote: number): string {
  const letter = (bytes[quote - 1] ?? 0) & 0xdf;
  if (letter !== 0x45 && letter !== 0x51) return '';
  const isWord = /[A-Z\d_]/i.test(String.fromCharCode(bytes[quote - 2] ?? 0).replace(/n/i, ''));
  return isWord ? '' : String.fromCharCode(letter);
}

/** Text of a token; as windows-1252 where it is not UTF-8. */
function decode(bytes: Uint8Array): string {
  let i = 0;
  while (i < bytes.length && (bytes[i] as number) < 0x80) i++;
  if (i === bytes.length) return String.fromCharCode(...bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return textDecoder('windows-1252').decode(bytes);
  }
}
