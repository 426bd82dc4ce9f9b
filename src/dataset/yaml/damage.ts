import type { Span } from '../finding.ts';
import type { ParseError } from '../rules/parse-error.ts';

/** Which findings about a broken YAML document can be trusted, and which the parse errors may have caused. */
export class YamlDamage {
  readonly #text: string;
  readonly #errors: readonly ParseError[];
  /** From here on nothing can be trusted. */
  readonly #restFrom: number;

  constructor(text: string, errors: readonly ParseError[]) {
    this.#text = text;
    this.#errors = errors;
    this.#restFrom = Math.min(
      ...errors.filter((error) => error.affects === 'rest').map((error) => error.start),
      Number.POSITIVE_INFINITY,
    );
  }

  /** Whether a span ends before what can't be trusted, and touches no error. */
  spares(span: Span): boolean {
    return (
      this.sparesContainer(span) &&
      span.start < this.#restFrom &&
      this.#errors.every((error) => span.end < error.start || span.start > error.end)
    );
  }

  /** Whether a mapping or list is complete, unlike the one that a serious error is in. */
  sparesContainer({ start, end }: Span): boolean {
    return this.#restFrom < start || this.#restFrom > this.#tokenAfter(end);
  }

  /** The offset of the text after a node: the error that cut it off may come after white space. */
  #tokenAfter(offset: number): number {
    if (this.#restFrom === Number.POSITIVE_INFINITY) return offset;
    let at = offset;
    while (at < this.#restFrom && /\s/.test(this.#text[at] ?? '')) at++;
    return at;
  }
}
