/** A version of a document of which a dataset was created. */
export interface CreatedVersion {
  /** The submission's ID in the journal. */
  readonly id: string;
  /** The environment's name. */
  readonly environment: string;
  readonly createdAt: Date;
  /** What was sent, JSON; undefined if the journal can't read it. */
  readonly body: () => Promise<Uint8Array | undefined>;
}
