import type { Span } from '../finding.ts';
import type { DuplicateKey } from '../rules/duplicate-key.ts';
import { type NodeTable, nodeType } from './node-table.ts';

/** Up to this many properties, comparing each with each is faster than a map. */
const fewProperties = 8;

/** The property names that occur more than once in an object, in the order of the text. */
export function duplicateKeys(nodes: NodeTable): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  const keys: number[] = [];
  for (let node = 0; node < nodes.count; node++) {
    if (nodes.typeOf(node) !== nodeType.object) continue;
    keys.length = 0;
    for (let key = node + 1; key < nodes.after(node); key = nodes.after(key)) keys.push(key);
    if (keys.length > fewProperties) addDuplicates(nodes, keys, duplicates);
    else if (mayHaveDuplicates(nodes, keys)) addDuplicates(nodes, keys, duplicates);
  }
  return duplicates.sort((a, b) => a.second.start - b.second.start);
}

function mayHaveDuplicates(nodes: NodeTable, keys: readonly number[]): boolean {
  for (let i = 1; i < keys.length; i++) {
    for (let j = 0; j < i; j++) {
      if (mayBeEqual(nodes, keys[i] ?? 0, keys[j] ?? 0)) return true;
    }
  }
  return false;
}

/** Whether two names are written identically, or can be equal because one of them has escapes or no double quotes. */
function mayBeEqual(nodes: NodeTable, a: number, b: number): boolean {
  if (nodes.typeOf(a) !== nodeType.string || nodes.typeOf(b) !== nodeType.string) return true;
  const { text } = nodes;
  const start = nodes.startOf(a);
  const length = nodes.endOf(a) - start;
  const other = nodes.startOf(b);
  if (nodes.endOf(b) - other !== length) return false;
  for (let i = 1; i < length; i++) {
    if (text.charCodeAt(start + i) !== text.charCodeAt(other + i)) return false;
  }
  return true;
}

function addDuplicates(nodes: NodeTable, keys: readonly number[], duplicates: DuplicateKey[]): void {
  const firsts = new Map<string, number>();
  for (const key of keys) {
    const name = nodes.keyOf(key);
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, key);
    else duplicates.push({ key: name, first: spanOf(nodes, first), second: spanOf(nodes, key) });
  }
}

function spanOf(nodes: NodeTable, node: number): Span {
  return { start: nodes.startOf(node), end: nodes.endOf(node) };
}
