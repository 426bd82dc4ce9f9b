import type { NarrowType } from './values/data-types.ts';

/** A data file, wherever it comes from: a disk, a browser's file picker, standard input. */
export interface DataSource {
  /** The name of the file without its folder; formats and tables are named by it. Empty for standard input. */
  readonly name: string;
  /** What the report calls it. Only shown: nothing is opened by it. */
  readonly label: string;
  /** The absolute path of a file on a disk, for formats that a library opens by itself. It is the file that `stream` and `readAt` read. */
  readonly path?: string;
  /** Bytes, where they are known before reading. */
  readonly size?: number;
  /** How it is read where the choices for all files say nothing. */
  readonly reading?: ReadingChoices | undefined;
  /** Whether its bytes can be read only once, as those of standard input. */
  readonly isOnce?: true;
  /**
   * Its bytes from the start. A chunk is valid until the next one is requested, so that one buffer can serve them all.
   * Throws `SourceChangedError` if the file changes while it is read.
   */
  stream(): AsyncIterable<Uint8Array>;
  /**
   * Reads bytes at a position, for formats with a footer or a directory; fewer than `length` only at the end of the file.
   * Throws `SourceChangedError` if the file changed since the first read. Absent where only a stream can be had.
   */
  readAt?(position: number, length: number): Promise<Uint8Array>;
}

/** A source grew, shrank or vanished while it was read. */
export class SourceChangedError extends Error {}

/** Rows of a database's table, one value for each column. */
export type DatabaseValue = null | bigint | number | string | Uint8Array;

/** A SQLite database that is only read. */
export interface Database {
  /** The rows that a query returns. Throws `DatabaseError` where the database is damaged. */
  rows(query: string): Iterable<readonly DatabaseValue[]>;
  close(): void;
}

/** A database is damaged, or no database. */
export class DatabaseError extends Error {}

/** What the platform does for inference. */
export interface InferencePorts {
  /** Decompresses gzip as a stream: Node.js by `node:zlib`, a browser by `DecompressionStream`. */
  gunzip(compressed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Opens a SQLite database; absent where the platform has no SQLite. `undefined`: the source is no file on a disk. */
  readonly openDatabase?: ((source: DataSource) => Promise<Database | undefined>) | undefined;
}

/** Receives how many bytes of a source were read, before decompression. */
export type OnBytes = (bytes: number) => void;

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** A column of the dataset that data is checked against. */
export interface ExpectedColumn {
  readonly table: string;
  readonly name: string;
  /** `undefined`: any value fits. */
  readonly type: NarrowType | undefined;
}

/** What the user decides about reading data files. What is absent is detected. */
export interface ReadingChoices {
  /** Texts that count as empty values, and numbers as they are written. */
  readonly nulls?: readonly string[] | undefined;
  /** Names of the tables that are read, of sources with several. */
  readonly only?: readonly string[] | undefined;
  /** How a text is encoded, by any label of the WHATWG Encoding Standard. A byte order mark comes first. */
  readonly encoding?: string | undefined;
  /** One character of ASCII that separates the fields of delimited text. */
  readonly delimiter?: string | undefined;
  /** Whether the first record is a header. */
  readonly header?: boolean | undefined;
  /** Lines of text, rows of a sheet, or arrays before the table. What comes after them is not skipped as a title. */
  readonly skip?: number | undefined;
  /** The line, the row, or the place of the array that is the header, from 1. */
  readonly headerRow?: number | undefined;
  /** The cells of an Excel workbook to read, such as `Sheet1!A5:F200`; without a sheet, of each. */
  readonly range?: string | undefined;
  /** Whether a comma separates decimals, also before three digits. */
  readonly decimalComma?: boolean | undefined;
  /** The character between thousands. */
  readonly thousands?: string | undefined;
  /** The order of dates such as `03/04/2024`, which are `DateTime` then. */
  readonly dateOrder?: DateOrder | undefined;
  /** The columns that the data is checked against, of any of its tables. */
  readonly expected?: readonly ExpectedColumn[] | undefined;
}

/** How a file is read: by the choices for all files, and where these say nothing by those for it alone. */
export function readingOf(own: ReadingChoices | undefined, all: ReadingChoices): ReadingChoices {
  const chosen = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return own === undefined ? all : withChoice(own, chosen);
}

/** How data is read after one more choice, which takes back an earlier one that contradicts it. */
export function withChoice(reading: ReadingChoices, choice: ReadingChoices): ReadingChoices {
  const changed = { ...reading, ...choice };
  // A comma separates either decimals or thousands.
  if (changed.decimalComma && choice.thousands === ',') return { ...changed, decimalComma: undefined };
  if (choice.decimalComma && changed.thousands === ',') return { ...changed, thousands: undefined };
  return changed;
}
