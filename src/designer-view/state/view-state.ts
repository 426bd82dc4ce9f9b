import type { Design } from '../../designer/design.ts';
import type { Item } from '../../designer/item.ts';
import type { DocumentState, OfferedFix } from '../../designer/messages.ts';
import type { Strings } from '../../designer/strings.ts';

export type EditableField = 'name' | 'dataType';

export interface FieldEdit {
  readonly item: Item;
  readonly field: EditableField;
}

/** Everything that the view shows. */
export interface ViewState {
  readonly strings: Strings;
  readonly design: Design;
  readonly document: DocumentState;
  readonly active: Item;
  /** The field that is being edited in place. */
  readonly editing: FieldEdit | undefined;
  /** The value that was typed last, until the document has it. */
  readonly pending: (FieldEdit & { readonly value: string }) | undefined;
  readonly query: string;
  /** The items that match the query, in the document's order. */
  readonly matches: readonly Item[];
  /** The item whose problems are open; `fixes` is `undefined` until they are known. */
  readonly problems: { readonly item: Item; readonly fixes: readonly OfferedFix[] | undefined } | undefined;
  /** What a screen reader says. The number tells two announcements of the same text apart. */
  readonly announcement: { readonly text: string; readonly number: number };
}

/** What is kept while the designer is hidden or VS Code restarts. */
export interface KeptState {
  readonly active: Item;
  readonly query: string;
}
