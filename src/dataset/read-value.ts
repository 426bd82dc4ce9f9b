import { failure, type Result, success } from '../result.ts';
import { decodeUtf8 } from './decode.ts';
import type { DocumentFormat } from './document.ts';
import { ParsedDocument } from './parsed-document.ts';
import type { Problem } from './problem.ts';
import { toProblems } from './rules/problems.ts';
import type { RuleSettings } from './rules/settings.ts';

/** A document whose value can't be determined. */
export interface SyntaxFailure {
  readonly kind: 'syntax';
  /** All of rule `syntax`, in the order of the text. At least one. */
  readonly problems: readonly Problem[];
}

/** `unknown`: JSON, otherwise YAML. */
export type ValueFormat = DocumentFormat | 'unknown';

const defaults: RuleSettings = { rules: {}, dataTypes: [] };

/** Parses a document's bytes. Rule violations don't matter; of a duplicate property the last value counts. */
export async function readValue(
  content: Uint8Array,
  format: ValueFormat,
): Promise<Result<unknown, SyntaxFailure>> {
  const decoded = decodeUtf8(content);
  if (decoded.ok) return readTextValue(decoded.value, format);
  const { finding, before } = decoded.failure;
  return failure({ kind: 'syntax', problems: toProblems([finding], before, defaults) });
}

/** Parses a document's text, as `readValue` does. */
export async function readTextValue(
  text: string,
  format: ValueFormat,
): Promise<Result<unknown, SyntaxFailure>> {
  if (format !== 'yaml') {
    try {
      return success(JSON.parse(text) as unknown);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  if (format === 'json')
    return failure(syntaxFailure(await new ParsedDocument(text, format).problems(defaults)));
  const yaml = await new ParsedDocument(text, 'yaml').read(defaults);
  if (yaml.parsed !== undefined) return success(yaml.parsed.value);
  const looksLikeJson = format === 'unknown' && /^\s*[{[]/.test(text);
  const problems = looksLikeJson ? await new ParsedDocument(text, 'json').problems(defaults) : yaml.problems;
  return failure(syntaxFailure(problems));
}

function syntaxFailure(problems: readonly Problem[]): SyntaxFailure {
  return { kind: 'syntax', problems: problems.filter(({ code }) => code === 'syntax') };
}
