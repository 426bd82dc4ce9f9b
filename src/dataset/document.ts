import { failure, type Result, success } from '../result.ts';
import { type DatasetSummary, type DocumentFormat, summaryOf } from './dataset.ts';
import { decodeUtf8 } from './decode.ts';
import { exactJsonValue } from './json/exact-value.ts';
import { ParsedDocument } from './parsed-document.ts';
import type { Problem, SyntaxFailure } from './problem.ts';
import { noRuleSettings, type RuleSettings } from './rules/settings.ts';

/** The result of checking a document before its submission. */
export type CheckedDocument =
  | {
      readonly valid: true;
      readonly summary: DatasetSummary;
      /** The request body: a JSON file's own bytes; a YAML file's value as JSON. */
      readonly body: Uint8Array;
      /** Problems that don't block a submission. */
      readonly problems: readonly Problem[];
    }
  | {
      readonly valid: false;
      readonly problems: readonly Problem[];
      /** Those of severity `error`. */
      readonly errors: readonly Problem[];
    };

export type ValidDocument = Extract<CheckedDocument, { readonly valid: true }>;

/** The problems of a document's text, in the order of the text. */
export async function validateText(
  text: string,
  format: DocumentFormat,
  options: RuleSettings,
): Promise<readonly Problem[]> {
  return new ParsedDocument(text, format).problems(options);
}

/** Checks a document's bytes and returns the request body. A document with a problem of severity `error` is not valid. */
export async function checkDocument(
  content: Uint8Array,
  format: DocumentFormat,
  options: RuleSettings,
): Promise<CheckedDocument> {
  const decoded = decodeUtf8(content);
  if (!decoded.ok) {
    const { problems } = decoded.failure;
    return { valid: false, problems, errors: problems };
  }
  const { problems, parsed } = await new ParsedDocument(decoded.value, format).read(options);
  const summary = parsed && summaryOf(parsed.value);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || parsed === undefined || summary === undefined)
    return { valid: false, problems, errors };
  const body = format === 'json' ? content : new TextEncoder().encode(JSON.stringify(parsed.value));
  return { valid: true, summary, body, problems };
}

/** `unknown`: JSON, otherwise YAML. */
export type ValueFormat = DocumentFormat | 'unknown';

/**
 * Parses a document's bytes. Rule violations don't matter; of a duplicate property the last value counts. Numbers that JavaScript
 * would round are an `ExactNumber`.
 */
export async function readValue(
  content: Uint8Array,
  format: ValueFormat,
): Promise<Result<unknown, SyntaxFailure>> {
  const decoded = decodeUtf8(content);
  return decoded.ok ? readTextValue(decoded.value, format) : decoded;
}

/** Parses a document's text, as `readValue` does. */
export async function readTextValue(
  text: string,
  format: ValueFormat,
): Promise<Result<unknown, SyntaxFailure>> {
  if (format !== 'yaml') {
    try {
      return success(exactJsonValue(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  if (format === 'json')
    return failure(syntaxFailure(await new ParsedDocument(text, format).problems(noRuleSettings)));
  const yaml = await new ParsedDocument(text, 'yaml').read(noRuleSettings);
  if (yaml.parsed !== undefined) return success(yaml.parsed.value);
  const looksLikeJson = format === 'unknown' && /^\s*[{[]/.test(text);
  const problems = looksLikeJson
    ? await new ParsedDocument(text, 'json').problems(noRuleSettings)
    : yaml.problems;
  return failure(syntaxFailure(problems));
}

function syntaxFailure(problems: readonly Problem[]): SyntaxFailure {
  return { kind: 'syntax', problems: problems.filter(({ code }) => code === 'syntax') };
}
