import { decodeUtf8 } from './decode.ts';
import type { DocumentFormat } from './document-format.ts';
import { ParsedDocument } from './parsed-document.ts';
import type { Problem } from './problem.ts';
import { toProblems } from './rules/problems.ts';
import type { RuleSettings } from './rules/settings.ts';
import { type DatasetSummary, summaryOf } from './summary.ts';

export { type DocumentFormat, formatOf } from './document-format.ts';

/** The settings that the validation of a document depends on. */
export type ValidationOptions = RuleSettings;

/** The result of checking a document before its submission. */
export type CheckedDocument =
  | {
      readonly valid: true;
      readonly summary: DatasetSummary;
      /** The request body (contract, "The document"): a JSON file's own bytes; a YAML file's value as JSON. */
      readonly body: Uint8Array;
      /** Problems that don't block a submission. */
      readonly problems: readonly Problem[];
    }
  | { readonly valid: false; readonly problems: readonly Problem[] };

/** The problems of a document's text, in the order of the text. */
export async function validateText(
  text: string,
  format: DocumentFormat,
  options: ValidationOptions,
): Promise<readonly Problem[]> {
  return new ParsedDocument(text, format).problems(options);
}

/**
 * Checks a document's bytes and returns the request body. A document with a problem of severity `error` is not valid.
 * Nor is a value that isn't an object, even if the settings turn its problems off.
 */
export async function checkDocument(
  content: Uint8Array,
  format: DocumentFormat,
  options: ValidationOptions,
): Promise<CheckedDocument> {
  const decoded = decodeUtf8(content);
  if (!decoded.ok) {
    const { finding, before } = decoded.failure;
    return { valid: false, problems: toProblems([finding], before, options) };
  }
  const document = new ParsedDocument(decoded.value, format);
  const { problems, parsed } = await document.read(options);
  const summary = parsed && summaryOf(parsed.value);
  if (parsed === undefined || problems.some((problem) => problem.severity === 'error')) {
    return { valid: false, problems };
  }
  if (summary === undefined) {
    const { problems: strict } = await document.read({ ...options, rules: {} });
    return { valid: false, problems: strict };
  }
  const body = format === 'json' ? content : new TextEncoder().encode(JSON.stringify(parsed.value));
  return { valid: true, summary, body, problems };
}
