import { plainText } from '../text/plain-text.ts';
import { redact } from '../text/redact.ts';
import { parseJson } from './parse-json.ts';

/**
 * The service's message in an error response: the description, title or message in JSON (RFC 6749, section 5.2; RFC 9457,
 * section 3.1), otherwise the text itself. Empty if there is none. Secrets are masked before anything is cut, and again after
 * decoding.
 */
export function reasonOf(body: string, secrets: readonly string[]): string {
  return plainText(redact(findReason(redact(body, secrets)), secrets));
}

function findReason(body: string): string {
  const value = parseJson(body);
  if (typeof value === 'string') return value;
  if (value === undefined) return /^\s*</.test(body) ? withoutMarkup(body) : body;
  return reasonIn(value) ?? (Object.keys(value ?? {}).length > 0 ? body : '');
}

const reasonProperties = ['error_description', 'detail', 'message', 'title', 'error', 'errors', 'reason'];

function reasonIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value))
    return value.map((item) => reasonIn(item, depth + 1)).find((reason) => reason !== undefined);
  const properties = new Map(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
  return reasonProperties
    .map((name) => reasonIn(properties.get(name), depth + 1))
    .find((reason) => reason !== undefined && reason !== '');
}

function withoutMarkup(markup: string): string {
  return markup
    .slice(0, 20_000)
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ');
}
