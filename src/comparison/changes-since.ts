import type { DocumentFormat } from '../dataset/document.ts';
import { readTextValue, readValue } from '../dataset/read-value.ts';
import { failure, type Result, success } from '../result.ts';
import type { Change } from './change.ts';
import { compareDatasets } from './compare.ts';
import { summarizeChanges } from './summary.ts';

/** What changed since a document was sent, or since another version of it. */
export interface ChangesSince {
  readonly changes: readonly Change[];
  /** Such as `2 changes (1 breaking)`. */
  readonly summary: string;
}

/** Which of the two documents can't be parsed. */
export type NotComparable = { readonly kind: 'earlier-unreadable' } | { readonly kind: 'current-unreadable' };

/** An earlier version: the body that the journal keeps, which is JSON, or a file's content. */
export interface EarlierDocument {
  readonly content: Uint8Array;
  readonly format: DocumentFormat;
}

/** The current text, such as an editor's, saved or not. */
export interface CurrentDocument {
  readonly text: string;
  readonly format: DocumentFormat;
}

/** Compares an earlier version of a document with its current text. */
export async function changesSince(
  earlier: EarlierDocument,
  current: CurrentDocument,
): Promise<Result<ChangesSince, NotComparable>> {
  const before = await readValue(earlier.content, earlier.format);
  if (!before.ok) return failure({ kind: 'earlier-unreadable' });
  const after = await readTextValue(current.text, current.format);
  if (!after.ok) return failure({ kind: 'current-unreadable' });
  const changes = compareDatasets(before.value, after.value);
  return success({ changes, summary: summarizeChanges(changes) });
}
