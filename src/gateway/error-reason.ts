import { parseJson } from '../text/parse-json.ts';
import { type Mask, redactBeginning, redactor, safeText } from '../text/redact.ts';

/**
 * The service's message in an error response: the description, title or message in JSON (RFC 6749, section 5.2; RFC 9457,
 * section 3.1), otherwise the text itself. Empty if there is none. Secrets are masked after decoding.
 */
export function errorReason(body: string, secrets: readonly string[] | Mask): string {
  const mask = typeof secrets === 'function' ? secrets : redactor(secrets);
  return safeText(findReason(body, mask), mask);
}

/** What JSON says beside an ID, such as why there is none. Empty if there is nothing. `body`: without secrets. */
export function messageIn(body: string): string {
  const value = parseJson(body);
  return typeof value === 'object' ? safeText(reasonIn(value) ?? '', []) : '';
}

function findReason(body: string, mask: Mask): string {
  const value = parseJson(body);
  if (typeof value === 'string') return value;
  if (value === undefined) return /^\s*</.test(body) ? withoutMarkup(body, mask) : body;
  return reasonIn(value) ?? (Object.keys(value ?? {}).length > 0 ? body : '');
}

/** In UTF-16 code units. */
const maxMarkupLength = 20_000;

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

/** Masks secrets before it removes tags: a part of a secret can look like a tag. */
function withoutMarkup(markup: string, mask: Mask): string {
  return redactBeginning(markup, mask, maxMarkupLength)
    .split(/(?=<\/?(?:script|style)\b)/i)
    .filter((part) => !/^<(?:script|style)\b/i.test(part))
    .join(' ')
    .replace(/<[^<>]*>/g, ' ');
}
