import type { FormatInput } from '../../data-format.ts';
import { InferenceError } from '../../inference-error.ts';
import { findStringEnd, findValueEnd } from './json-window.ts';

const decoder = () => new TextDecoder('utf-8');

/** Whether a text starts as JSON with objects does: `{"`, `{}`, `[{`, `[]`. */
export function startsLikeJson(head: Uint8Array): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*[{\]])/.test(decoder().decode(head.subarray(0, 1024)));
}

/** Whether a text starts as one array of objects. */
export function startsLikeArray(head: Uint8Array): boolean {
  return /^\s*\[\s*\{/.test(decoder().decode(head.subarray(0, 1024)));
}

/** Whether a text is a JSON value of some other kind, which is no table but no delimited text either. */
export function startsLikeOtherJson(head: Uint8Array): boolean {
  return /^\s*\[\s*(?:[["\d-]|true|false|null)/.test(decoder().decode(head.subarray(0, 1024)));
}

/** Whether a text is JSON objects one after the other, as far as the first two of them show. */
export function startsLikeJsonLines(
  { head, isWhole }: Pick<FormatInput, 'head' | 'isWhole'>,
  extension: string,
): boolean {
  if (!startsLikeJson(head)) return false;
  const text = decoder().decode(head).trimStart();
  const bytes = new TextEncoder().encode(text);
  const end = text.startsWith('{') ? findValueEnd(bytes, 0, bytes.length) : undefined;
  const value = end === undefined ? undefined : parseObject(decoder().decode(bytes.subarray(0, end)));
  if (value === undefined) return false;
  const rest = decoder().decode(bytes.subarray(end)).trimStart();
  if (rest !== '') return rest.startsWith('{');
  // A single object may be a row, or a document with a table for each of its properties.
  return isWhole && extension !== 'json' && !Object.values(value).some(isTable);
}

/** Throws an `InferenceError` if there is a comment outside of strings, which JSON doesn't have. */
export function checkNoComment(head: Uint8Array): void {
  for (let i = 0; i < head.length; i++) {
    if (head[i] === 0x22) i = findStringEnd(head, i + 1, head.length) ?? head.length;
    else if (head[i] === 0x2f && (head[i + 1] === 0x2f || head[i + 1] === 0x2a))
      throw new InferenceError({ kind: 'json-comments' });
  }
}

export function parseObject(text: string): object | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && !Array.isArray(value[0]);
}
