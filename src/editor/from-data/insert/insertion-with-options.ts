import type { WorkspaceEdit } from 'vscode';
import type { InferredTable } from '../../../inference/tables/inferred-table.ts';
import { chooseReading } from '../create/choose-reading.ts';
import type { ReadingChoices } from '../inferring/reading-choices.ts';

/** Makes the edit of a drop or paste whose data is read in the way that the user chooses. */
type MakeEdit = () => Promise<WorkspaceEdit | undefined>;

/**
 * The entry **Options for Reading…** among the edits of a drop or paste. VS Code resolves an edit when the user selects
 * it, so that is when the user is asked.
 */
export class InsertionWithOptions<Edit extends { additionalEdit?: WorkspaceEdit }> {
  readonly #edits = new WeakMap<Edit, MakeEdit>();

  /**
   * Adds what an edit does once it is selected. `tables`: what was read without options. `read` shows why nothing can be
   * read.
   */
  add(
    edit: Edit,
    tables: readonly InferredTable[],
    read: (reading: ReadingChoices) => Promise<readonly InferredTable[]>,
    insert: (tables: readonly InferredTable[]) => Promise<WorkspaceEdit | undefined>,
  ): Edit {
    this.#edits.set(edit, async () => {
      const reading = await chooseReading(tables, {});
      const again = reading ? await read(reading) : [];
      return again.length === 0 ? undefined : insert(again);
    });
    return edit;
  }

  /** Completes an edit that was added; others stay as they are. If the user cancels, nothing is inserted. */
  async resolve(edit: Edit): Promise<Edit> {
    const additionalEdit = await this.#edits.get(edit)?.();
    if (additionalEdit) edit.additionalEdit = additionalEdit;
    return edit;
  }
}
