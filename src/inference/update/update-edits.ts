import type { DocumentFormat } from '../../dataset/document.ts';
import { editDataset } from '../../dataset/edits/edit-dataset.ts';
import {
  addColumns,
  columnPath,
  type EditFailure,
  type EditOperation,
  setDataType,
} from '../../dataset/edits/operation.ts';
import type { TextEdit } from '../../dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import { type Result, success } from '../../result.ts';
import type { TableUpdate } from './table-update.ts';

/** Edits of one kind of change, which can be applied without those of other kinds. */
export interface EditGroup {
  readonly change: 'new-data-types' | 'new-columns' | 'missing-columns' | 'new-and-missing-columns';
  readonly edits: readonly TextEdit[];
}

/**
 * The text edits that update a table. `table` is its position in the document. New columns come last. Groups don't
 * overlap, so the user can choose among them.
 */
export async function updateEdits(
  text: string,
  format: DocumentFormat,
  table: number,
  update: TableUpdate,
): Promise<Result<readonly EditGroup[], EditFailure>> {
  const retyping = update.retyped.map(({ index, to }) => setDataType(table, index, to));
  // The last one comes last: all others are removed together, because none of them is the last column of the table.
  const last = update.missing.length - 1;
  const removal = [
    ...update.missing.slice(0, -1).toReversed(),
    ...update.missing.slice(-1).map(({ index }) => ({ index: index - last })),
  ].map(({ index }): EditOperation => ({ kind: 'remove', path: columnPath(table, index) }));
  const addition =
    update.added.length > 0
      ? [
          addColumns(
            table,
            update.added.map((column) => ({ ...column })),
          ),
        ]
      : [];

  const document = new ParsedDocument(text, format);
  const groups: EditGroup[] = [];
  for (const [change, operations] of [
    ['new-data-types', retyping],
    ['new-columns', addition],
    ['missing-columns', removal],
  ] as const) {
    const result = await editDataset(document, operations);
    if (!result.ok) return result;
    if (result.value.length > 0) groups.push({ change, edits: result.value });
  }
  if (!touch(groups)) return success(groups);
  // Such as new columns after a last one that is missing.
  const both = await editDataset(document, [...removal, ...addition]);
  if (!both.ok) return both;
  return success([
    ...groups.filter(({ change }) => change === 'new-data-types'),
    { change: 'new-and-missing-columns', edits: both.value },
  ]);
}

/** Whether edits of different groups overlap, or meet at a place. */
function touch(groups: readonly EditGroup[]): boolean {
  const edits = groups
    .flatMap((group) => group.edits.map((edit) => ({ ...edit, group })))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  return edits.some((edit, index) => {
    const next = edits[index + 1];
    return next !== undefined && next.group !== edit.group && next.start <= edit.end;
  });
}
