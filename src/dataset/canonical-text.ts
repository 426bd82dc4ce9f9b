import { canonicalNumber, ExactNumber } from '../text/exact-number.ts';

/** How the same value can be written in several ways. */
interface Notation {
  readonly keysOf: (object: object) => readonly string[];
  readonly numberText: (written: string) => string;
}

const canonical: Notation = {
  // By UTF-16 code units.
  keysOf: (object) => Object.keys(object).sort(),
  numberText: canonicalNumber,
};
const plain: Notation = { keysOf: Object.keys, numberText: (written) => written };

/**
 * The text of a document's content: the same for two JSON values exactly if they are equal. The order of properties doesn't count,
 * numbers count by their exact decimal value, and strings by their characters. In parts, because it can be longer than a string.
 */
export function canonicalText(value: unknown): Generator<string> {
  return textParts(value, canonical);
}

/** Whether two JSON values are the same content. */
export function isSameContent(first: unknown, second: unknown): boolean {
  return first === second || [...canonicalText(first)].join('') === [...canonicalText(second)].join('');
}

/** Receives texts, such as a hash of Node.js, which browsers don't have. */
interface Hash {
  update(text: string): unknown;
  digest(encoding: 'hex'): string;
}

/** Identifies the content of a document. `hash`: SHA-256. */
export function contentDigest(value: unknown, hash: Hash): string {
  for (const part of canonicalText(value)) hash.update(part);
  return hash.digest('hex');
}

/** JSON in one line, as `JSON.stringify` writes it, but of any depth and with exact numbers. */
export function compactJson(value: unknown): string {
  return [...textParts(value, plain)].join('');
}

/** In UTF-16 units. */
const partLength = 64 * 1024;

/** An object or array that is being written. */
interface Open {
  readonly value: object;
  /** Absent for an array. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

/** Not recursive: a document may be nested deeply. */
function* textParts(root: unknown, { keysOf, numberText }: Notation): Generator<string> {
  let text = '';
  const open: Open[] = [];
  const write = (value: unknown) => {
    if (typeof value === 'string') text += JSON.stringify(value);
    else if (typeof value === 'number') text += numberText(String(value));
    else if (value instanceof ExactNumber) text += numberText(value.written);
    else if (typeof value === 'object' && value !== null) {
      const keys = Array.isArray(value) ? undefined : keysOf(value);
      text += keys === undefined ? '[' : '{';
      open.push({ value, keys, length: keys?.length ?? (value as unknown[]).length, next: 0 });
    } else if (value !== undefined) text += String(value);
  };
  write(root);
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { value, keys, length } = last;
    const index = last.next++;
    if (index === length) {
      text += keys === undefined ? ']' : '}';
      open.pop();
      continue;
    }
    if (index > 0) text += ',';
    const key = keys === undefined ? index : (keys[index] ?? '');
    if (typeof key === 'string') text += `${JSON.stringify(key)}:`;
    write((value as Record<string | number, unknown>)[key]);
    if (text.length < partLength) continue;
    yield text;
    text = '';
  }
  yield text;
}
