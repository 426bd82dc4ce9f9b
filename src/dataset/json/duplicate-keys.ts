import type { Span } from '../problem.ts';
import type { DuplicateKey } from '../rules/problems.ts';
import { type NodeTable, nodeType } from './node-table.ts';

/** The property names that occur more than once in an object, in the order of the text. */
export function duplicateKeys(nodes: NodeTable): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  for (let node = 0; node < nodes.count; node++) {
    if (nodes.typeOf(node) !== nodeType.object) continue;
    const firsts = new Map<string, number>();
    for (let key = node + 1; key < nodes.after(node); key = nodes.after(key)) {
      const name = nodes.keyOf(key);
      const first = firsts.get(name);
      if (first === undefined) firsts.set(name, key);
      else duplicates.push({ key: name, first: spanOf(nodes, first), second: spanOf(nodes, key) });
    }
  }
  return duplicates.sort((a, b) => a.second.start - b.second.start);
}

function spanOf(nodes: NodeTable, node: number): Span {
  return { start: nodes.startOf(node), end: nodes.endOf(node) };
}

/**
 * Whether each object in a JSON text names each property once; `false` if a closer look is needed. `value` is what
 * `JSON.parse` returned: it keeps one of several properties of the same name, so it has fewer properties than the text,
 * where each has a colon. Counting colons takes a fraction of the time of comparing names and settles nearly all texts.
 */
export function hasUniqueKeys(text: string, value: unknown): boolean {
  const colons = occurrences(text, ':');
  const properties = propertiesIn(value);
  // As many colons as properties: none of them is in a string or belongs to a property that was overwritten.
  if (colons === properties) return true;
  // Without escaped colons, each colon in a string of the value is one in the text.
  return !text.includes('\\u003') && colons === properties + colonsInStrings(value);
}

/** How many properties the objects in a value have. Not recursive: a document may be nested deeply. */
function propertiesIn(root: unknown): number {
  let count = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        if (isContainer(value[i])) open.push(value[i]);
      }
    } else if (isContainer(value)) {
      const object = value as Record<string, unknown>;
      for (const key in object) {
        count++;
        if (isContainer(object[key])) open.push(object[key]);
      }
    }
  }
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

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
