import type { Span } from './finding.ts';
import { stringContent, stringEnd } from './json-skip.ts';

/** A property name that an object has twice: where it stands first, and where again. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
}

const quote = 34;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/**
 * Number of properties that a JSON text writes down. `JSON.parse` keeps one of several properties of the same
 * name, so a value that has fewer (`propertyCount`) has lost some, and only then is it worth while to look which.
 */
export function keyCount(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === quote) i = stringEnd(text, i) - 1;
    else if (unit === colon) count++;
  }
  return count;
}

/** Number of properties in a JSON value, on every level. Not recursive: a document may be nested deeply. */
export function propertyCount(root: unknown): number {
  let count = 0;
  const open: object[] = isContainer(root) ? [root] : [];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (Array.isArray(container)) {
      for (let i = 0; i < container.length; i++) {
        const item: unknown = container[i];
        if (isContainer(item)) open.push(item);
      }
    } else {
      const object = container as Record<string, unknown>;
      for (const key in object) {
        count++;
        const member = object[key];
        if (isContainer(member)) open.push(member);
      }
    }
  }
  return count;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Objects up to this many properties are searched one by one, larger ones through a map. */
const fewKeys = 8;

/** Numbers kept for each property of the open objects: a hash of its name, and where the name begins and ends. */
const stride = 3;

/** Finds the property names that occur twice in one object of a valid JSON text, in the order of the text. */
export function duplicateKeys(text: string): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  // The properties of all open objects, the innermost object's last.
  let keys = new Int32Array(64 * stride);
  let end = 0;
  // Where each open container's properties begin in `keys`; an array has -1.
  const starts: number[] = [];
  let start = -1;
  const maps: (Map<string, Span> | undefined)[] = [];
  let map: Map<string, Span> | undefined;
  let atKey = false;

  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case openBrace:
        starts.push(start);
        maps.push(map);
        start = end;
        map = undefined;
        atKey = true;
        break;
      case openBracket:
        starts.push(start);
        maps.push(map);
        start = -1;
        map = undefined;
        atKey = false;
        break;
      case closeBrace:
        end = start;
        start = starts.pop() ?? -1;
        map = maps.pop();
        atKey = false;
        break;
      case closeBracket:
        start = starts.pop() ?? -1;
        map = maps.pop();
        atKey = false;
        break;
      case 44: // ,
        atKey = start >= 0;
        break;
      case quote: {
        const close = stringEnd(text, i);
        if (atKey) {
          atKey = false;
          if (map === undefined && end - start >= fewKeys * stride) map = mapOf(text, keys, start, end);
          const hash = map === undefined ? hashOf(text, i, close) : 0;
          const first =
            map === undefined
              ? sameKey(text, keys, start, end, hash, i, close)
              : knownKey(text, map, i, close);
          if (first !== undefined) {
            duplicates.push({ key: stringContent(text, i, close), first, second: { start: i, end: close } });
          } else if (map === undefined) {
            if (end + stride > keys.length) {
              const larger = new Int32Array(keys.length * 2);
              larger.set(keys);
              keys = larger;
            }
            keys[end] = hash;
            keys[end + 1] = i;
            keys[end + 2] = close;
            end += stride;
          }
        }
        i = close - 1;
        break;
      }
    }
  }
  return duplicates;
}

/** Where the object has the name from `open` to `close` already. */
function sameKey(
  text: string,
  keys: Int32Array,
  start: number,
  end: number,
  hash: number,
  open: number,
  close: number,
): Span | undefined {
  for (let at = start; at < end; at += stride) {
    if (keys[at] !== hash) continue;
    const first = { start: keys[at + 1] ?? 0, end: keys[at + 2] ?? 0 };
    if (stringContent(text, first.start, first.end) === stringContent(text, open, close)) return first;
  }
  return undefined;
}

/** As `sameKey`, for a large object; a name that is new is taken into the map. */
function knownKey(text: string, map: Map<string, Span>, open: number, close: number): Span | undefined {
  const key = stringContent(text, open, close);
  const first = map.get(key);
  if (first === undefined) map.set(key, { start: open, end: close });
  return first;
}

function mapOf(text: string, keys: Int32Array, start: number, end: number): Map<string, Span> {
  const map = new Map<string, Span>();
  for (let at = start; at < end; at += stride) {
    const span = { start: keys[at + 1] ?? 0, end: keys[at + 2] ?? 0 };
    map.set(stringContent(text, span.start, span.end), span);
  }
  return map;
}

/** FNV-1a over the UTF-16 units of the name that the quoted text stands for. Equal names have equal hashes. */
function hashOf(text: string, open: number, close: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = open + 1; i < close - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit === backslash) return hashOfEscaped(text, open, close);
    hash = Math.imul(hash ^ unit, 0x01000193);
  }
  return hash;
}

function hashOfEscaped(text: string, open: number, close: number): number {
  const key = stringContent(text, open, close);
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}
