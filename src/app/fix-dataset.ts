import { decodeUtf8, splitByteOrderMark } from '../dataset/decode.ts';
import { applyEdits, removal, type TextEdit } from '../dataset/edits/text-edit.ts';
import type { Edit } from '../dataset/fixes/fix-edit.ts';
import { directChecks, type TextChecking } from './direct-checks.ts';
import type { DocumentToValidate } from './validate-datasets.ts';

/** A document before and after all fixes that need no decision. */
export interface FixedDataset {
  /** The byte order mark of a file, with which no document is valid. The rest is without it. */
  readonly mark: string;
  readonly text: string;
  /** In the order of the text; none if there is nothing to fix. */
  readonly edits: readonly Edit[];
  readonly fixed: string;
}

/** What changes in a file, whose byte order mark is removed. An editor's text has none. */
export function changesOfFile({ mark, text, edits }: FixedDataset): {
  readonly text: string;
  readonly edits: readonly TextEdit[];
} {
  if (mark === '') return { text, edits };
  const shifted = edits.map(({ start, end, newText }) => ({
    start: start + mark.length,
    end: end + mark.length,
    newText,
  }));
  return { text: mark + text, edits: [removal(0, mark.length), ...shifted] };
}

/** Undefined if the bytes are not text. */
export async function fixDataset(
  { content, format, settings }: DocumentToValidate,
  checks: Pick<TextChecking, 'fixAll'> = directChecks,
): Promise<FixedDataset | undefined> {
  const { mark, rest } = splitByteOrderMark(content);
  const decoded = decodeUtf8(rest);
  if (!decoded.ok) return undefined;
  const text = decoded.value;
  const edits = await checks.fixAll(text, format, settings);
  return { mark, text, edits, fixed: applyEdits(text, edits) };
}
