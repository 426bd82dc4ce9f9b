/** What can be done about a document of a batch. */
export type RowAction = 'open' | 'settle' | 'create-again' | 'copy-id' | 'show';

/** A document, with the texts of its cells. */
export interface PageRow {
  /** Its URI. */
  readonly document: string;
  readonly file: string;
  readonly state: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly datasetId: string;
  readonly cause: string;
  readonly actions: readonly { readonly action: RowAction; readonly label: string }[];
}

/** A page with the results of a batch. Texts can be shown as they are. */
export interface BatchPageContent {
  readonly title: string;
  /** Where the datasets were created, and how the batch ended. */
  readonly facts: readonly string[];
  /** The numbers of documents. Announced when they change. */
  readonly counts: string;
  /** The labels of buttons for the whole batch. */
  readonly buttons: readonly string[];
  /** Of the columns: file, state, ID, cause, and actions. */
  readonly headings: readonly string[];
  readonly rows: readonly PageRow[];
  /** How many rows aren't shown, or empty. */
  readonly more: string;
}

export type FromBatchPage =
  | { readonly kind: 'ready' }
  /** A button for the whole batch was pressed. */
  | { readonly kind: 'batch'; readonly label: string }
  | { readonly kind: 'row'; readonly document: string; readonly action: RowAction };
