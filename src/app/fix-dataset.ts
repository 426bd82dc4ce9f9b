import { decodeUtf8 } from '../dataset/decode.ts';
import { applyEdits } from '../dataset/edits/text-edit.ts';
import type { Edit } from '../dataset/fixes/fix-edit.ts';
import { directChecks, type TextChecking } from './direct-checks.ts';
import type { DocumentToValidate } from './validate-datasets.ts';

/** A document before and after all fixes that need no decision. */
export interface FixedDataset {
  readonly text: string;
  /** In the order of the text; none if there is nothing to fix. */
  readonly edits: readonly Edit[];
  readonly fixed: string;
}

/** Undefined if the bytes are not text. */
export async function fixDataset(
  { content, format, settings }: DocumentToValidate,
  checks: Pick<TextChecking, 'fixAll'> = directChecks,
): Promise<FixedDataset | undefined> {
  const decoded = decodeUtf8(content);
  if (!decoded.ok) return undefined;
  const text = decoded.value;
  const edits = await checks.fixAll(text, format, settings);
  return { text, edits, fixed: applyEdits(text, edits) };
}
