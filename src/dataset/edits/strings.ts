import type { DocumentFormat } from '../document.ts';
import type { Span } from '../finding.ts';
import { yamlString } from './write-value.ts';

/** A string that replaces another one, in the same quotes if they can represent it. */
export function stringLike(text: string, { start }: Span, format: DocumentFormat, value: string): string {
  if (format === 'json' || text[start] === '"') return JSON.stringify(value);
  const isSingleQuoted = text[start] === "'" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
  return isSingleQuoted ? `'${value.replaceAll("'", "''")}'` : plainOr(value);
}

/** A plain string stays plain if possible, even with spaces between words. */
function plainOr(value: string): string {
  const words = value.split(' ');
  return words.length > 1 && words.every((word) => /^\p{L}[\p{L}\p{N}_.()<>-]*$/u.test(word))
    ? value
    : yamlString(value);
}
