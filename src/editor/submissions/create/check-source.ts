import { type CheckedDocument, checkDocument } from '../../../dataset/document.ts';
import type { Problem } from '../../../dataset/problem.ts';
import type { Settings } from '../../studio/settings.ts';
import type { DatasetSource } from './dataset-source.ts';

/** Checks what would be sent, with the rule settings that apply to its folder. */
export function checkSource(
  { content, format, uri }: DatasetSource,
  settings: Settings,
): Promise<CheckedDocument> {
  return checkDocument(content, format, settings.validation(uri));
}

/**
 * The problems that a confirmation lists, by the default severities of the rules: a repository can't silence the question with
 * `dataset.rules`. `checked` is the result of `checkSource`.
 */
export async function warningsOf(
  { content, format, uri }: DatasetSource,
  checked: CheckedDocument,
  settings: Settings,
): Promise<readonly Problem[]> {
  const options = settings.validation(uri);
  const { problems } =
    Object.keys(options.rules).length === 0
      ? checked
      : await checkDocument(content, format, { ...options, rules: {} });
  return problems.filter(({ severity }) => severity === 'warning' || severity === 'error');
}
