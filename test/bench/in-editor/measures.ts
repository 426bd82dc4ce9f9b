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
  /** The longest time for which the host was blocked: JSON of 1 and 10 MB, YAML of 1 MB. */
  readonly typing?: { readonly json1: number; readonly json10: number; readonly yaml1: number };
}
