/** Bounds that keep memory and time small whatever a file contains. */
export const limits = {
  /** Bytes of one record: a line of delimited text, a line of NDJSON, an element of a JSON array. */
  recordBytes: 16 * 1024 * 1024,
  /** Columns of one table. */
  columns: 10_000,
  /** Tables of one JSON document. */
  tables: 1000,
  /** Levels of arrays and objects in JSON. */
  jsonDepth: 500,
  /** Bytes of one JSON property's name, and characters of a column's name that is made of several. */
  nameLength: 4096,
  /** Bytes of complete records that the dialect is decided by. */
  headBytes: 64 * 1024,
  /** Characters of a value that the report quotes. */
  quotedLength: 200,
  /** Different values of a column that the report lists. */
  examples: 5,
  /** Values of a column that examples are taken from. */
  exampleValues: 100,
  /** Row numbers that a note lists. */
  listedRows: 5,
} as const;
