/** Identifies an environment in a message. */
export interface Place extends Record<string, string> {
  /** Such as `dataset.environments[0]`. */
  readonly place: string;
  readonly name: string;
}
