import { redactBeginning, redactor } from '../text/redact.ts';
import { safeText } from '../text/safe-text.ts';
import { parseJson } from './parse-json.ts';

/**
 * The service's own words in an error response: what JSON calls an error's description, title or message
 * (RFC 6749, section 5.2; RFC 9457, section 3.1), or the text itself. Empty where there are none. Secrets are masked
 * after decoding.
 */
export function reasonOf(body: string, secrets: readonly string[]): string {
  return safeText(wordsOf(body, secrets), secrets);
}

function wordsOf(body: string, secrets: readonly string[]): string {
  const value = parseJson(body);
  if (typeof value === 'string') return value;
  if (value === undefined) return /^\s*</.test(body) ? textOfMarkup(body, secrets) : body;
  return describe(value) ?? (Object.keys(value ?? {}).length > 0 ? body : '');
}

/** In UTF-16 code units. */
const longestMarkup = 20_000;

const wordProperties = ['error_description', 'detail', 'message', 'title', 'error', 'errors', 'reason'];

function describe(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value))
    return value.map((item) => describe(item, depth + 1)).find((words) => words !== undefined);
  const properties = new Map(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
  return wordProperties
    .map((name) => describe(properties.get(name), depth + 1))
    .find((words) => words !== undefined && words !== '');
}

/** Masks secrets before it removes tags: a secret can contain what looks like one. */
function textOfMarkup(markup: string, secrets: readonly string[]): string {
  return redactBeginning(markup, redactor(secrets), longestMarkup)
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ');
}
