import type { DocumentFormat } from '../document.ts';
import type { Span } from '../finding.ts';
import { yamlString } from '../language/snippet.ts';

/** A string in the place of one, in the quotes that stand there. */
export function stringLike(text: string, { start }: Span, format: DocumentFormat, value: string): string {
  if (format === 'json' || text[start] === '"') return JSON.stringify(value);
  const isSingleQuoted = text[start] === "'" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
  return isSingleQuoted ? `'${value.replaceAll("'", "''")}'` : plainOr(value);
}

/** What was plain stays so where it can, spaces inside included. */
function plainOr(value: string): string {
  const words = value.split(' ');
  return words.length > 1 && words.every((word) => /^\p{L}[\p{L}\p{N}_.()<>-]*$/u.test(word))
    ? value
    : yamlString(value);
}
