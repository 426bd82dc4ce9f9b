import { stringEnd } from './skip.ts';

/** How much there is in a JSON value, on every level. */
export interface Census {
  readonly properties: number;
  readonly objects: number;
}

/** Not recursive: a document may be nested deeply. */
export function censusOf(root: unknown): Census {
  let properties = 0;
  let objects = 0;
  const open: unknown[] = [];
  for (let value = root; value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        if (isContainer(value[i])) open.push(value[i]);
      }
    } else if (isContainer(value)) {
      objects++;
      const object = value as Record<string, unknown>;
      for (const key in object) {
        properties++;
        if (isContainer(object[key])) open.push(object[key]);
      }
    }
  }
  return { properties, objects };
}

/** How many objects there are in a value, itself included. */
export function objectsIn(root: unknown): number {
  if (!isContainer(root)) return 0;
  if (Array.isArray(root)) return censusOf(root).objects;
  // Nearly all are columns, with nothing within them.
  const object = root as Record<string, unknown>;
  for (const key in object) {
    if (isContainer(object[key])) return censusOf(root).objects;
  }
  return 1;
}

/**
 * Whether an object in a JSON text, and all within it, names each property once. `JSON.parse` keeps one of several
 * of the same name, so a value has fewer properties then than the text, in which each has a colon. Counting colons
 * takes a fraction of the time that looking at names takes, and settles it for nearly all texts.
 */
export function namesEachOnce(text: string, value: unknown, { properties }: Census): boolean {
  const colons = occurrences(text, ':');
  // Each property has its colon, so there is none left that could be in a string or belong to a lost property.
  if (colons === properties) return true;
  // Without escaped ones, a colon in a string of the value is one in the text; a lost property's is left over.
  if (!text.includes('\\u003')) return colons === properties + colonsInStrings(value);
  return keyCount(text) === properties;
}

/** How often a character occurs. */
export function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** How often a colon occurs in the strings of a value, property names included. */
function colonsInStrings(root: unknown): number {
  let count = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') {
      count += occurrences(value, ':');
    } else if (Array.isArray(value)) {
      for (const item of value) open.push(item);
    } else if (isContainer(value)) {
      for (const [key, member] of Object.entries(value)) {
        count += occurrences(key, ':');
        open.push(member);
      }
    }
  }
  return count;
}

function keyCount(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 34 /* " */) i = stringEnd(text, i) - 1;
    else if (unit === 58 /* : */) count++;
  }
  return count;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
