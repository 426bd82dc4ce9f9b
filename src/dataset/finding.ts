import type { RuleCode } from './problem.ts';

/** Property names and array indexes from the document's root. */
export type Path = readonly (string | number)[];

/** A place in a document's value. Where it is in the text is looked up later. */
export interface Place {
  readonly path: Path;
  /** The value, its property name, or the opening of the object: `{`, or the first key of a YAML block. */
  readonly target: 'value' | 'key' | 'opening';
}

/** A range of a text, in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A violation of a rule. */
export interface Violation {
  readonly code: RuleCode;
  readonly message: string;
  readonly suggestion?: string;
}

/** A violation at a place of the value. */
export interface Finding extends Violation, Place {
  readonly related?: Place & { readonly message: string };
}

/** A violation at a span of the text. */
export interface LocatedFinding extends Violation, Span {
  readonly related?: Span & { readonly message: string };
}
