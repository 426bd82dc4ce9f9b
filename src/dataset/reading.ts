import type { Problem } from './problem.ts';

/** The result of reading a document. */
export interface Reading {
  /** In the order of the text. */
  readonly problems: readonly Problem[];
  /** The document's value, unless it has syntax errors. */
  readonly parsed?: { readonly value: unknown };
}
