import type { RuleCode } from './problem.ts';

/** Property names and array indexes from the document's root. */
export type Path = readonly (string | number)[];

/** A place in a document's value, before anybody has looked up where it is in the text. */
export interface Place {
  readonly path: Path;
  /** The value, its property name, or the opening of the object: `{`, or the first key of a YAML block. */
  readonly target: 'value' | 'key' | 'opening';
}

/** A stretch of text, in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is said about a place, wherever that is. */
export interface Remark {
  readonly code: RuleCode;
  readonly message: string;
  readonly suggestion?: string;
}

/** A rule broken at a place of the value. */
export interface Finding extends Remark, Place {
  readonly related?: Place & { readonly message: string };
}

/** A rule broken at a stretch of the text. */
export interface LocatedFinding extends Remark, Span {
  readonly related?: Span & { readonly message: string };
}
