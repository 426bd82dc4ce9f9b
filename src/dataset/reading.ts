import type { Problem } from './problem.ts';

/** What reading a document comes to. */
export interface Reading {
  /** In the order of the text. */
  readonly problems: readonly Problem[];
  /** The document's value, unless its syntax is broken. */
  readonly parsed?: { readonly value: unknown };
}
