import type { FormatReader } from '../data-format.ts';

/** What reads each format, loaded when the first such file is met. Apart from `formats.ts`: who only recognizes files needs none. */
export const readers = {
  parquet: async () => (await import('./parquet/read-parquet.ts')).readParquet,
  excel: async () => (await import('./excel/read-excel.ts')).readExcel,
  avro: async () => (await import('./avro/read-avro.ts')).readAvro,
  arrow: async () => (await import('./arrow/read-arrow.ts')).readArrow,
  sqlite: async () => (await import('./sqlite/read-sqlite.ts')).readSqlite,
  ndjson: async () => (await import('./json/read-ndjson.ts')).readNdjson,
  json: async () => (await import('./json/read-json-data.ts')).readJson,
  sql: async () => (await import('./sql/read-sql.ts')).readSql,
  'json-schema': async () => (await import('./schemas/read-json-schema.ts')).readJsonSchema,
  odcs: async () => (await import('./schemas/read-odcs.ts')).readOdcs,
  'avro-schema': async () => (await import('./avro/read-avro.ts')).readAvroSchemaFile,
  delimited: async () => (await import('./delimited/read-delimited.ts')).readDelimited,
} as const satisfies Record<string, () => Promise<FormatReader>>;

export type FormatName = keyof typeof readers;
