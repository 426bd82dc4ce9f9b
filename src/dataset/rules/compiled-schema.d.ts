/** An assertion of schemas/dataset.schema.json that does not hold (ajv's `ErrorObject`, without messages). */
export interface SchemaError {
  /** JSON Pointer (RFC 6901) to the value at fault. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Written by schemas/compile.mjs. The errors of a call are on the function until the next call. */
declare const validate: {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
};
export default validate;
