import type { Span } from '../finding.ts';
import type { ParseError } from '../rules/parse-error.ts';

/** What the faults of a YAML text leave to be trusted. */
export class YamlDamage {
  private readonly text: string;
  private readonly faults: readonly ParseError[];
  /** From here on nothing can be told. */
  private readonly restFrom: number;

  constructor(text: string, faults: readonly ParseError[]) {
    this.text = text;
    this.faults = faults;
    this.restFrom = Math.min(
      ...faults.filter((fault) => fault.affects === 'rest').map((fault) => fault.start),
      Number.POSITIVE_INFINITY,
    );
  }

  /** Whether a stretch of text is before the point of no return, and touches no fault. */
  spares(span: Span): boolean {
    return (
      this.sparesContainer(span) &&
      span.start < this.restFrom &&
      this.faults.every((fault) => span.end < fault.start || span.start > fault.end)
    );
  }

  /** Whether a mapping or list is not the one that the text breaks off in. */
  sparesContainer({ start, end }: Span): boolean {
    return this.restFrom < start || this.restFrom > this.tokenAfter(end);
  }

  /** A node ends where its text does; the fault that broke it off may come after white space. */
  private tokenAfter(offset: number): number {
    if (this.restFrom === Number.POSITIVE_INFINITY) return offset;
    let at = offset;
    while (at < this.restFrom && /\s/.test(this.text[at] ?? '')) at++;
    return at;
  }
}
