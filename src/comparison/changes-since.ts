import type { DocumentFormat } from '../dataset/dataset.ts';
import { readTextValue, readValue } from '../dataset/document.ts';
import { failure, type Result, success } from '../result.ts';
import type { Change } from './change.ts';
import { compareDatasets } from './compare.ts';

/** Which of the two documents can't be parsed. */
export type NotComparable = { readonly kind: 'earlier-unreadable' } | { readonly kind: 'current-unreadable' };

/**
 * What changed since an earlier version of a document: the body that the journal keeps, which is JSON, or the content of a
 * file. `current`: the text in the editor, saved or not.
 */
export async function changesSince(
  earlier: { readonly content: Uint8Array; readonly format: DocumentFormat },
  current: { readonly text: string; readonly format: DocumentFormat },
): Promise<Result<readonly Change[], NotComparable>> {
  const before = await readValue(earlier.content, earlier.format);
  if (!before.ok) return failure({ kind: 'earlier-unreadable' });
  const after = await readTextValue(current.text, current.format);
  if (!after.ok) return failure({ kind: 'current-unreadable' });
  return success(compareDatasets(before.value, after.value));
}
