import type { DocumentFormat } from '../dataset/dataset.ts';
import { decodeUtf8 } from '../dataset/decode.ts';
import { applyEdits } from '../dataset/edits/text-edit.ts';
import { fixAll } from '../dataset/fixes/fix-all.ts';
import type { Edit } from '../dataset/fixes/fix-edit.ts';
import { ParsedDocument } from '../dataset/parsed-document.ts';
import type { RuleSettings } from '../dataset/rules/settings.ts';
import type { DocumentToValidate } from './validate-datasets.ts';

/** Finds the edits of *Fix All*. A front end can do it in a thread. */
export interface TextFixes {
  fixAll(text: string, format: DocumentFormat, settings: RuleSettings): Promise<readonly Edit[]>;
}

const directly: TextFixes = {
  fixAll: (text, format, settings) => fixAll(new ParsedDocument(text, format), settings),
};

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
  checks = directly,
): Promise<FixedDataset | undefined> {
  const decoded = decodeUtf8(content);
  if (!decoded.ok) return undefined;
  const text = decoded.value;
  const edits = await checks.fixAll(text, format, settings);
  return { text, edits, fixed: applyEdits(text, edits) };
}
