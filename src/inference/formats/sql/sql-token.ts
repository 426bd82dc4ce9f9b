/** A part of a statement. Comments are none. */
export interface Token {
  readonly kind: 'word' | 'name' | 'backticked' | 'string' | 'mark';
  readonly text: string;
  /** Of what isn't quoted: in upper case, as keywords are compared. */
  readonly key: string;
  /** Of the script, from 1; where it ends, if it is in quotes. */
  readonly line?: number | undefined;
}

export function token(kind: Token['kind'], text: string, line?: number): Token {
  return { kind, text, line, key: kind === 'word' || kind === 'mark' ? text.toUpperCase() : '' };
}

const typesOfTypes = new Set(['ARRAY', 'STRUCT', 'MAP']);

/** Reads the tokens of a statement, or of a part of it, one after the other. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #position = 0;
  /** Whether a group that was skipped has no end. */
  isCutOff = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#tokens.length;
  }

  peek(offset = 0): Token | undefined {
    return this.#tokens[this.#position + offset];
  }

  /** Whether the next token is one of these keywords or marks. */
  is(...keys: readonly string[]): boolean {
    const key = this.peek()?.key;
    return key !== undefined && keys.includes(key);
  }

  next(): Token | undefined {
    return this.#tokens[this.#position++];
  }

  /** Whether the next tokens were these keywords or marks, which are read then. */
  take(...keys: readonly string[]): boolean {
    if (keys.some((key, offset) => this.peek(offset)?.key !== key)) return false;
    this.#position += keys.length;
    return true;
  }

  /** All texts in quotes. */
  texts(): string[] {
    return this.#tokens.filter(({ kind }) => kind === 'string').map(({ text }) => text);
  }

  /** Reads one token, or a group with all in it. Returns the tokens of the group between its parentheses. */
  skip(open = '(', close = ')'): readonly Token[] | undefined {
    const start = this.#position + 1;
    if (this.next()?.key !== open) return undefined;
    let depth = 1;
    for (; depth > 0 && !this.isAtEnd; this.#position++) {
      const key = this.peek()?.key;
      if (key === open) depth++;
      if (key === close) depth--;
    }
    this.isCutOff ||= depth > 0;
    return this.#tokens.slice(start, depth > 0 ? undefined : this.#position - 1);
  }

  /** Reads until one of these keywords or marks is next, beside groups. */
  skipTo(...keys: readonly string[]): void {
    while (!this.isAtEnd && !this.is(...keys))
      if (this.is('[')) this.skip('[', ']');
      // `DEFAULT STRUCT<a INT64, b STRING>(1, 'x')`
      else if (this.skip() === undefined && this.is('<') && typesOfTypes.has(this.peek(-1)?.key ?? ''))
        this.skip('<', '>');
  }

  /** The parts of a name such as `database.schema.table`; none if no name is next. */
  path(): string[] {
    const first = this.peek();
    if (first?.key === 'IDENTIFIER' && this.#isCall()) return this.#computedPath();
    const parts: string[] = [];
    for (let part = first; part !== undefined && part.kind !== 'mark'; part = this.peek()) {
      let { text } = part;
      this.next();
      // BigQuery's projects have dashes.
      while (part.kind === 'word' && this.is('-') && this.peek(1)?.kind === 'word') {
        this.next();
        text += `-${this.next()?.text}`;
      }
      parts.push(text);
      if (!this.take('.')) break;
      // `database..table`
      this.take('.');
    }
    // BigQuery quotes a whole path.
    return parts.length === 1 && first?.kind === 'backticked' ? first.text.split('.') : parts;
  }

  /** Whether parentheses with a text, a variable, or an expression follow: no columns of a table with this name. */
  #isCall(): boolean {
    const kind = this.peek(2)?.kind;
    return this.peek(1)?.key === '(' && (kind === 'string' || kind === 'mark' || this.peek(3)?.key === ')');
  }

  /** `IDENTIFIER('schema.table')`; none if it is no constant text. */
  #computedPath(): string[] {
    this.next();
    const [text, ...others] = this.skip() ?? [];
    return (text?.kind === 'string' || text?.kind === 'name') && others.length === 0
      ? text.text.split('.').map((part) => part.replaceAll(/["`[\]]/g, ''))
      : [];
  }
}
