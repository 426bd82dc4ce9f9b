import type { Span } from './finding.ts';
import type { Kind } from './rules/schema.ts';

/** What can be inserted at a cursor. */
export type CursorPlace =
  | { readonly at: 'document' }
  /** A property name in an object that already has the `present` ones. */
  | { readonly at: 'key'; readonly kind: Kind; readonly present: ReadonlySet<string> }
  /** The value of a property. */
  | { readonly at: 'value'; readonly kind: Kind; readonly property: string }
  /** An item of an array: a table or a column. */
  | { readonly at: 'item'; readonly kind: Kind };

/** A cursor's place, and the token that it is in or directly after; the token is empty between tokens. */
export interface Cursor {
  readonly place: CursorPlace;
  readonly token: Span;
}
