/** What to measure in the extension host. */
export interface MeasureOrder {
  /** In the order in which they are to be activated. */
  readonly extensions: readonly string[];
  readonly typing: boolean;
  /** The file for the result. */
  readonly output: string;
}

/** All times in milliseconds. */
export interface EditorMeasures {
  /** By extension. */
  readonly activation: Readonly<Record<string, number>>;
  readonly typing?: Typing;
}

/** The longest times for which the host was blocked, in milliseconds. */
export interface Typing {
  /** JSON of 1 MB and of 10 MB. */
  readonly json1: number;
  readonly json10: number;
  /** YAML of 1 MB. */
  readonly yaml1: number;
  /** The same 1 MB as a plain text, which is nobody's. */
  readonly plain1: number;
}
