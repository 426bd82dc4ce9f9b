import type { FormatInput } from '../data-format.ts';

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

/** Whether a text is one JSON object a line, as far as its first two lines show. */
export function startsLikeJsonLines(
  { head, isWhole }: Pick<FormatInput, 'head' | 'isWhole'>,
  extension: string,
): boolean {
  if (!startsLikeJson(head)) return false;
  const text = decoder().decode(head).trimStart();
  const [line = '', rest = ''] = splitAtLineBreak(text);
  const value = text.startsWith('{') ? parseObject(line) : undefined;
  if (value === undefined) return false;
  if (rest.trimStart() !== '') return rest.trimStart().startsWith('{');
  // A single object may be a row, or a document with a table for each of its properties.
  return isWhole && extension !== 'json' && !Object.values(value).some(isTable);
}

function splitAtLineBreak(text: string): readonly string[] {
  const end = text.search(/[\r\n]/);
  return end < 0 ? [text] : [text.slice(0, end), text.slice(end + 1)];
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
