import { modify, parseTree } from 'jsonc-parser';
import type { TextEdit } from '../dataset/edits/text-edit.ts';
import { styleOf } from './declaration.ts';

/** An entry as it is written. */
export interface NewEntry {
  readonly files: readonly string[];
  readonly dataset: string;
  readonly table?: string | undefined;
  readonly reading: object;
}

/**
 * The edits that write an entry into the text of a project file, with its comments kept. `index`: the entry that says something else of
 * the same files, and whose reading is replaced. A new one comes first, because the first one that names a file counts.
 */
export function entryEdits(text: string, entry: NewEntry, index: number | undefined): TextEdit[] {
  const list = parseTree(text, [], { allowTrailingComma: true })?.children?.find(
    ({ children }) => children?.[0]?.value === 'data',
  )?.children?.[1];
  const formattingOptions = styleOf(text);
  const edits =
    index !== undefined
      ? modify(text, ['data', index, 'reading'], entry.reading, { formattingOptions })
      : list?.type === 'array' && list.children?.length
        ? modify(text, ['data', 0], entry, { formattingOptions, isArrayInsertion: true })
        : modify(text, ['data'], [entry], { formattingOptions });
  return edits.map(({ offset, length, content }) => ({
    start: offset,
    end: offset + length,
    newText: content,
  }));
}
