import type { Item, ItemPart } from './design.ts';
import type { DesignChange } from './design-change.ts';
import type { Strings } from './strings.ts';
import type { DesignUpdate } from './update.ts';

/** Why the designer doesn't edit a document. */
export type ReadOnlyReason =
  | { readonly kind: 'syntax-error'; readonly message: string; readonly line: number }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'read-only-file' };

/** The state of a document beside its tables. */
export interface DocumentState {
  /** Of the text that the design was read from. */
  readonly version: number;
  readonly readOnly: ReadOnlyReason | undefined;
  /** Why there are no problems in the design, in a sentence; whether that is an error. */
  readonly unjudged?: { readonly message: string; readonly isError: boolean } | undefined;
  readonly isEmpty: boolean;
  /** The known data types, for the list to choose from. */
  readonly dataTypes: readonly string[];
}

/** A quick fix that the view can offer. */
export interface OfferedFix {
  readonly id: number;
  readonly title: string;
}

/** The answer to `change`, `copy`, `cut`, `paste`, `apply-fix`, `undo`, `redo`, `save`, and `start`. Updates come first. */
export interface ChangeAnswer {
  readonly kind: 'changed';
  readonly failure?: string;
  /** What was pasted: selected next. */
  readonly pasted?: { readonly first: Item; readonly count: number };
  /** A fix put a value there that the user can replace. */
  readonly edit?: { readonly item: Item; readonly field: ItemPart };
}

/** From the extension to the view. */
export type ToView =
  | {
      readonly kind: 'open';
      readonly strings: Strings;
      /** A `Design` as JSON. It passes through several processes, which copy a string much faster than many objects. */
      readonly design: string;
      readonly state: DocumentState;
    }
  | { readonly kind: 'update'; readonly update: DesignUpdate; readonly state: DocumentState }
  | ChangeAnswer
  /** The answer to `go-to-text` and `go-to-error`. `isShown`: the text has the focus. */
  | { readonly kind: 'went-to-text'; readonly isShown: boolean }
  /** The selection in the text has moved to an item. */
  | { readonly kind: 'select'; readonly item: Item }
  | { readonly kind: 'fixes'; readonly item: Item; readonly fixes: readonly OfferedFix[] }
  /** Asks for `picture`, at a scale for sharp displays. */
  | { readonly kind: 'draw'; readonly svg: string; readonly width: number; readonly height: number };

/** From the view to the extension. */
export type FromView =
  /** `isNew`: has no selection from before. */
  | { readonly kind: 'ready'; readonly isNew: boolean }
  | { readonly kind: 'change'; readonly change: DesignChange; readonly version: number }
  /** Puts the text of items of one list into the clipboard. */
  | { readonly kind: 'copy'; readonly items: readonly Item[] }
  /** Copies items, then removes them. */
  | { readonly kind: 'cut'; readonly items: readonly Item[]; readonly version: number }
  /** Adds the tables or columns in the clipboard after an item. */
  | { readonly kind: 'paste'; readonly item: Item; readonly version: number }
  | { readonly kind: 'select'; readonly item: Item }
  | { readonly kind: 'go-to-text'; readonly item: Item; readonly field: ItemPart }
  | { readonly kind: 'go-to-error' }
  /** Opens the project file where it says why the document isn't judged. */
  | { readonly kind: 'show-project-file' }
  /** Asks for `fixes`. */
  | { readonly kind: 'get-fixes'; readonly item: Item }
  | { readonly kind: 'apply-fix'; readonly id: number }
  /** Undoes or redoes a change of the document, or saves it, in the order of the changes that the view asks for. */
  | { readonly kind: 'undo' | 'redo' | 'save' }
  /** Puts the beginning of a dataset into an empty document. */
  | { readonly kind: 'start' }
  | { readonly kind: 'export' }
  /** A PNG file, base64; absent if it couldn't be drawn. */
  | { readonly kind: 'picture'; readonly png?: string };
