import type { ReadingChoices } from '../inference/source.ts';

/** An option for reading the data, as the page shows it. */
export interface PageOption {
  readonly name: Exclude<keyof ReadingChoices, 'expected'>;
  readonly label: string;
  readonly description: string;
  readonly control:
    | { readonly kind: 'texts' }
    | ({ readonly kind: 'text' | 'count' } & TypedText)
    | {
        readonly kind: 'choice';
        /** The first one has no value: it is detected. */
        readonly choices: readonly { readonly label: string; readonly value?: string | boolean }[];
        /** Any other value. */
        readonly other?: TypedText | undefined;
      };
}

/** A text that the user types. */
export interface TypedText {
  /** A regular expression. */
  readonly pattern: string;
  /** What to enter, where it doesn't match. */
  readonly hint: string;
}

export interface PageNote {
  readonly text: string;
  /** Buttons that read the data in another way: with this, and with what was chosen before. */
  readonly choices: readonly { readonly label: string; readonly reading: ReadingChoices }[];
}

export interface PageColumn {
  readonly name: string;
  /** What tells it apart, whatever its name looks like. */
  readonly key: string;
  /** `undefined`: the data type for fractions. */
  readonly dataType?: string | undefined;
}

export interface PageTable {
  readonly name: string;
  /** What tells it apart, as that of a column. */
  readonly key: string;
  /** Empty if it is that of all tables. */
  readonly summary: string;
  /** The first few lines before the table. */
  readonly skipped: readonly { readonly label: string; readonly text: string }[];
  readonly columns: readonly PageColumn[];
  /** The columns and files that aren't shown. */
  readonly more: string;
  /** The values of the first rows. */
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly PageNote[];
}

/** A page with what was read. Texts can be shown as they are. */
export interface DataPageContent {
  readonly title: string;
  readonly strings: DataStrings;
  readonly options: readonly PageOption[];
  readonly reading: ReadingChoices;
  readonly tables: readonly PageTable[];
  /** What is alike in several tables. */
  readonly shared: readonly string[];
  /** What was skipped in schemas. */
  readonly skipped: readonly string[];
  /** Why files can't be read. */
  readonly problems: readonly string[];
  /** Whether files with the same columns are one table; `undefined` if there are none. */
  readonly isMerged?: boolean | undefined;
  /** Empty: the page doesn't ask. */
  readonly formats: readonly string[];
  /** The data types for fractions; only one: the page doesn't ask. */
  readonly decimalTypes: readonly string[];
  readonly selectsColumns: boolean;
  /** What was done last. */
  readonly status: string;
}

/** Fixed texts of the page. */
export type DataStrings = Readonly<
  Record<
    | 'accept'
    | 'options'
    | 'other'
    | 'textsHint'
    | 'format'
    | 'decimalType'
    | 'decimalTypeHint'
    | 'merge'
    | 'filter'
    | 'all'
    | 'none'
    /** With the number of selected tables for `{0}`, and of all for `{1}`. */
    | 'selected',
    string
  >
>;

/** What the user decides about the dataset. */
export interface DataPageAnswer {
  readonly format: string | undefined;
  readonly decimalType: string;
  /** The keys of tables and columns that were deselected. */
  readonly without: readonly string[];
}

export type ToDataPage =
  | { readonly kind: 'show'; readonly content: DataPageContent }
  | { readonly kind: 'progress'; readonly text: string };

export type FromDataPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly reading: ReadingChoices; readonly isMerged: boolean }
  | { readonly kind: 'accept'; readonly answer: DataPageAnswer };
