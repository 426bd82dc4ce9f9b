import type { LocatedFinding, Span } from '../finding.ts';

/** A place where a text breaks the grammar of JSON or YAML. */
export interface ParseError extends Span {
  /** What is wrong and what to do, in the user's language. */
  readonly message: string;
  /**
   * What it makes uncertain: `nothing` (the text means the same without it, such as a comment), the `token` or the
   * object around it, or all the `rest` of the text.
   */
  readonly affects: 'nothing' | 'token' | 'rest';
}

/** The finding of rule `syntax` for a parse error. */
export function syntaxFinding({ start, end, message }: ParseError): LocatedFinding {
  return { code: 'syntax', start, end, message };
}
