import type { Utf8Count } from './bytes/encoding.ts';
import type { RandomAccess } from './bytes/random-access.ts';
import type { ChosenTables } from './chosen-tables.ts';
import type { ProfiledColumn } from './columns/column-profile.ts';
import type { ColumnProfiles } from './columns/column-profiles.ts';
import type { Dialect } from './formats/delimited/dialect.ts';
import type { KnownNames } from './head/known-names.ts';
import type { TableNote } from './notes.ts';
import type { OddRows } from './ragged-rows.ts';
import type { DataSource, InferencePorts, ReadingChoices } from './source.ts';
import type { NullTexts } from './values/null-texts.ts';
import type { Checkpoint } from './work-budget.ts';

/** What a format's reader gets of a file. Text formats read `chunks`; formats with a footer or a directory `openBytes`. */
export interface FormatInput {
  readonly source: DataSource;
  /** The first bytes, decompressed, without a byte order mark, and as UTF-8 if the file is in another encoding. */
  readonly head: Uint8Array;
  /** Whether the head is the whole file. */
  readonly isWhole: boolean;
  /** The encoding of the file, if it is text. */
  readonly encoding: string;
  /** Receives how much of the text is UTF-8, which shows only at its end. */
  readonly utf8: Utf8Count;
  /** All bytes, like the head. Can be read once. */
  readonly chunks: AsyncIterator<Uint8Array>;
  /** Its bytes by position, decompressed. Can't be used together with `chunks`. `format`: for failures. */
  readonly openBytes: (format: string) => Promise<RandomAccess>;
  /** Whether the source's own bytes are gzip. */
  readonly isCompressed: boolean;
  readonly ports: InferencePorts;
  /** Receives what a schema has beside tables. */
  readonly onContents: (contents: SchemaContents) => void;
  /** What the user decides by hand. */
  readonly choices: ReadingChoices;
  /** Tables that are not chosen are left out afterwards; a reader may do so at once. */
  readonly chosen: ChosenTables;
  readonly nulls: NullTexts;
  readonly profiles: ColumnProfiles;
  /** The names by which the header of a table is known; `undefined`: of the table that is named after the file. */
  readonly knownNames: (table: string | undefined) => KnownNames | undefined;
  /** Bytes to collect from small chunks before scanning on. */
  readonly leastStep: number | undefined;
  readonly checkpoint: Checkpoint;
}

/** A table before its columns' types are decided. */
export interface ProfiledTable {
  /** The name that the file has for it; `undefined`: it is named after the file. */
  readonly name: string | undefined;
  readonly format: string;
  /** `undefined`: the file doesn't say it. */
  readonly rows: number | undefined;
  readonly columns: readonly ProfiledColumn[];
  readonly notes: readonly TableNote[];
  readonly oddRows?: OddRows | undefined;
  /** Whether a row has more or fewer fields than the header. */
  readonly isOddRow?: (row: number) => boolean;
  readonly text?: TextLayout | undefined;
}

/** Where the rows and columns of a table are in a text: who reads them says it. */
export type TextLayout = RecordLayout | JsonLayout;

/** How a table of delimited text is written. */
export interface RecordLayout extends Dialect {
  readonly kind: 'records';
  /** Of its columns. */
  readonly names: readonly string[];
  /** From 1; `undefined` without a header. */
  readonly headerLine: number | undefined;
  /** Columns before those that the header names. */
  readonly unnamed: number;
}

/** Where the rows of a JSON document's table are. */
export interface JsonLayout {
  readonly kind: 'json';
  /** The properties, or the places from 0 of items, that lead to what has the rows. */
  readonly path: readonly (string | number)[];
  /** `items`: of an array; `properties`: of an object; `itself`: the object is the only row. */
  readonly rows: 'items' | 'properties' | 'itself';
  /** Of arrays that are rows. */
  readonly arrays?: {
    /** Of their columns. */
    readonly names: readonly string[];
    /** The places of rows and of what is skipped between them start here, from 0. */
    readonly first: number;
  };
}

/** Reads a file of one format. Throws an `InferenceError`. */
export type FormatReader = (input: FormatInput) => Promise<readonly ProfiledTable[]>;

/** What a file that declares tables has beside them. */
export interface SchemaContents {
  /** Of a script. */
  readonly statements?: number;
  /** What is no table, with the names of tables and views that were left out. */
  readonly skipped: readonly SkippedPart[];
}

export interface SkippedPart {
  /** In words of the format, such as `CREATE INDEX`, or a noun, such as `view`. */
  readonly what: string;
  readonly count: number;
  /** A few of them. */
  readonly names: readonly string[];
}

/** Whether tables or views were left out, not only what has none. */
export function hasTables({ names }: SkippedPart): boolean {
  return names.length > 0;
}
