/** What to measure in the extension host. */
export interface MeasurementRequest {
  /** The IDs of the extensions to activate, in order. */
  readonly extensions: readonly string[];
  readonly typing: boolean;
  /** Whether to read a data file of 1 GB. */
  readonly reading: boolean;
  /** The path of the file for the result. */
  readonly output: string;
}

/** All times in milliseconds. */
export interface EditorMeasurements {
  /** By extension ID. */
  readonly activation: Readonly<Record<string, number>>;
  readonly typing?: Typing;
  /** The longest time for which reading a data file of 1 GB blocked the extension host. */
  readonly reading?: number;
}

/** The longest times for which typing blocked the extension host, in milliseconds. */
export interface Typing {
  /** 1 MB of JSON. */
  readonly json1: number;
  /** 10 MB of JSON. */
  readonly json10: number;
  /** 1 MB of YAML. */
  readonly yaml1: number;
  /** 1 MB of plain text, which the extension ignores. */
  readonly plain1: number;
  /** 10 MB of plain text. */
  readonly plain10: number;
}
