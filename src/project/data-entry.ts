import type { Range } from '../dataset/problem.ts';
import type { ReadingChoices } from '../inference/source.ts';

/** What a project file says of data files: what they belong to, and how they are read. */
export interface DataEntry {
  /** Globs, as they are written. */
  readonly files: readonly string[];
  /** The absolute path of the dataset file, with slashes. */
  readonly dataset: string;
  /** The table that all data belongs to; by default, it belongs to those of the same names. */
  readonly table?: string | undefined;
  readonly reading: ReadingChoices;
  readonly allowExtraColumns?: boolean | undefined;
  readonly allowMissingColumns?: boolean | undefined;
  readonly decimalType?: string | undefined;
  readonly home: EntryHome;
}

/** Where an entry is written. */
export interface EntryHome {
  /** The path of the project file. */
  readonly file: string;
  /** Its position in the list of the file. */
  readonly index: number;
  /** Of its dataset in the text. */
  readonly range: Range;
}
