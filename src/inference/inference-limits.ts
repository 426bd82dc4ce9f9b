/** Bounds of single parts; what they cost together is bounded by `WorkBudget`. */
export const limits = {
  /** Bytes of one record: a line of delimited text, a line of NDJSON, an element of a JSON array. */
  recordBytes: 16 * 1024 * 1024,
  /** Columns of one table. */
  columns: 10_000,
  /** Tables of one JSON document. */
  tables: 1000,
  /** Levels of arrays and objects in JSON. */
  jsonDepth: 500,
  /** Bytes of a file that has no random access, such as standard input, in formats that need it. */
  bufferedBytes: 64 * 1024 * 1024,
  /** Bytes of the metadata of Parquet, Avro and Arrow files, and of a ZIP archive's directory. */
  metadataBytes: 64 * 1024 * 1024,
  /**
   * Weight of the values in the metadata of a Parquet file, by what they take in memory. A column of a row group weighs
   * about 350, so that there can be some 90,000 of them.
   */
  metadataWeight: 32_000_000,
  /** Levels of structures, lists and maps in a declared type. */
  typeDepth: 100,
  /** Record batches of an Arrow file whose rows are counted. */
  recordBatches: 100_000,
  /** Bytes of one JSON property's name, and characters of a column's name that is made of several. */
  nameLength: 4096,
  /** Bytes of complete records that the dialect is decided by. */
  headBytes: 64 * 1024,
  /** Characters of a value that the report quotes. */
  quotedLength: 200,
  /** Different values of a column that the report lists. */
  examples: 5,
  /** Rows of a table that a preview shows. */
  headRows: 20,
  /** Bytes of a value in them. */
  headValueBytes: 100,
  /** Different values of a column with another type that a note is about. */
  rareTexts: 20,
  /** How often each of them occurs at most. */
  rareValues: 1000,
  /** Row numbers that a note lists. */
  listedRows: 5,
} as const;
