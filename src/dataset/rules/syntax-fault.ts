import * as l10n from '@vscode/l10n';
import type { LocatedFinding, Span } from '../finding.ts';

/** A place where a text breaks the grammar. */
export interface SyntaxFault extends Span {
  /** English, with `{name}` placeholders for `args`. */
  readonly message: string;
  readonly args?: Readonly<Record<string, string>>;
  /**
   * How far the damage goes: `none` (the text means the same without it, such as a comment), `local` (a token
   * or the object around it), `rest` (nothing after it can be told).
   */
  readonly damage: 'none' | 'local' | 'rest';
}

export function syntaxFinding(fault: SyntaxFault): LocatedFinding {
  return {
    code: 'syntax',
    start: fault.start,
    end: fault.end,
    message: l10n.t(fault.message, { ...fault.args }),
  };
}
