import type { DocumentFormat } from '../dataset/dataset.ts';
import type { TextEdit } from '../dataset/edits/text-edit.ts';
import { placeholderDefaults } from '../dataset/fixes/fix.ts';
import { templates } from '../dataset/language/templates.ts';

/** The edits that begin a dataset in an empty document, indented by `indent`. Undefined if the document isn't empty. */
export function startEdits(
  text: string,
  format: DocumentFormat,
  indent: string,
): readonly TextEdit[] | undefined {
  if (text.trim() !== '') return undefined;
  const template = templates().find(({ id }) => id === 'empty');
  // Snippets are indented by tabs.
  const newText = placeholderDefaults(template?.snippet(format) ?? '').replaceAll('\t', indent);
  return [{ start: 0, end: text.length, newText }];
}
