import { limits } from '../../inference-limits.ts';
import { closeBracket, colon, comma, openBrace, openBracket, smallN } from './json-bytes.ts';
import { findValueEnd, type JsonWindow, skipSpace } from './json-window.ts';
import { isTable, parseObject } from './looks-like-json.ts';

/** So many objects in an object have the same properties if they are rows; fewer may be parts of one record. */
export const minKeyed = { outermost: 2, inner: 10 };

/** How many properties of objects of the same shape are in most of them. */
const sameShape = 0.6;

/** Whether arrays come one after the other, such as one a line. */
export async function startsWithArrays(window: JsonWindow): Promise<boolean> {
  await window.atLeast(limits.headBytes);
  const { bytes, start, end } = window;
  const next = skipSpace(bytes, findValueEnd(bytes, start, end) ?? end, end);
  return next < end && bytes[next] === openBracket;
}

/** Whether the array at the window's start has an object about the answer, and then an array of objects: `[meta, rows]`. */
export async function startsWithMeta(window: JsonWindow): Promise<boolean> {
  await window.atLeast(limits.headBytes);
  const { bytes, start, end } = window;
  const meta = skipSpace(bytes, start + 1, end);
  const separator = skipSpace(bytes, findValueEnd(bytes, meta, end) ?? end, end);
  const rows = skipSpace(bytes, separator + 1, end);
  return bytes[meta] === openBrace && bytes[separator] === comma && rows < end && hasObjects(bytes, rows);
}

/** Whether the object at the window's start has nothing but objects of the same shape, as its first bytes show. */
export async function isKeyed(window: JsonWindow, least: number): Promise<boolean> {
  await window.atLeast(limits.headBytes);
  const objects = firstObjects(window);
  if (objects === undefined) return false;
  const names = objects.flatMap((object) => Object.keys(object));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const common = names.filter((name) => (counts.get(name) ?? 0) * 2 > objects.length);
  // A few objects with tables in them are wrappers.
  const hasTables = objects.some((object) => Object.values(object).some(isTable));
  return (
    objects.length >= (hasTables ? minKeyed.inner : least) &&
    common.length > 0 &&
    common.length >= names.length * sameShape
  );
}

/** Whether the value whose first bytes are at `start` is an array of objects. */
export function hasObjects(bytes: Uint8Array, start: number): boolean {
  return /^\[\s*\{/.test(String.fromCharCode(...bytes.subarray(start, start + 1024)));
}

/** The array at the window's start, as far as its items are complete in the first bytes. */
export function firstItems({ bytes, start, end: windowEnd }: JsonWindow): Uint8Array {
  const end = Math.min(windowEnd, start + limits.headBytes);
  const whole = findValueEnd(bytes, start, end);
  if (whole !== undefined) return bytes.subarray(start, whole);
  let last = start + 1;
  for (let i = last; i < end; i++) {
    i = skipSpace(bytes, i, end);
    const itemEnd = findValueEnd(bytes, i, end) ?? end;
    if (itemEnd >= end) break;
    last = itemEnd;
    i = skipSpace(bytes, itemEnd, end);
    if (bytes[i] !== comma) break;
  }
  return Uint8Array.from([...bytes.subarray(start, last), closeBracket]);
}

/** The objects that are complete in the first bytes of an object; `undefined` if there are other values, but for `null`. */
function firstObjects({ bytes, start, end: windowEnd }: JsonWindow): object[] | undefined {
  const end = Math.min(windowEnd, start + limits.headBytes);
  const objects: object[] = [];
  for (let i = start; i < end; ) {
    // After the brace, or a comma.
    const key = skipSpace(bytes, i + 1, end);
    const colonAt = skipSpace(bytes, findValueEnd(bytes, key, end) ?? end, end);
    const value = skipSpace(bytes, colonAt + 1, end);
    const valueEnd = findValueEnd(bytes, value, end) ?? end;
    if (value >= end || valueEnd >= end) break;
    if (bytes[colonAt] !== colon || (bytes[value] !== openBrace && bytes[value] !== smallN)) return undefined;
    const object = parseObject(new TextDecoder().decode(bytes.subarray(value, valueEnd)));
    if (object) objects.push(object);
    i = skipSpace(bytes, valueEnd, end);
    if (bytes[i] !== comma) break;
  }
  return objects;
}
