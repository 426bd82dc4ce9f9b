import { type CheckedDocument, checkDocument } from '../../../dataset/document.ts';
import type { Settings } from '../../studio/settings.ts';
import type { DatasetSource } from './dataset-source.ts';

/** Checks what would be sent, by the rules that are set for the place where it lies. */
export function checkSource(
  { content, format, uri }: DatasetSource,
  settings: Settings,
): Promise<CheckedDocument> {
  return checkDocument(content, format, settings.validation(uri));
}
