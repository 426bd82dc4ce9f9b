import type { TreeNode } from '../document-tree.ts';
import type { Path } from '../finding.ts';
import type { EditOperation, Json } from './operation.ts';

/** A document's value, to compare an edited text with what it should mean. Maps, since any property name can occur. */
export type Model =
  | null
  | boolean
  | number
  | string
  | undefined
  | readonly Model[]
  | ReadonlyMap<string, Model>;

/** What is nested deeper is compared as text. */
const maxLevels = 64;

/** What a tree stands for. */
export function modelOf(text: string, node: TreeNode, level = 0): Model {
  const written = () => text.slice(node.start, node.end);
  if (node.type === 'scalar') {
    // An alias stands for itself.
    return node.reference === 'alias' ? new Map([['*', written()]]) : (node.value as Model);
  }
  if (level === maxLevels) return written();
  if (node.type === 'array') return node.items.map((item) => modelOf(text, item, level + 1));
  return new Map(
    node.properties.map(({ key, value }) => [key, value && modelOf(text, value, level + 1)] as const),
  );
}

/** A model after an operation that is possible. */
export function withOperation(model: Model, operation: EditOperation): Model {
  const { path } = operation;
  const index = Number(path.at(-1));
  switch (operation.kind) {
    case 'set':
      return withChange(model, path, () => fromJson(operation.value));
    case 'remove':
      return withChange(model, path.slice(0, -1), (parent) => without(parent, path.at(-1)));
    case 'insert':
      return withChange(model, path, (list) => {
        const items = Array.isArray(list) ? list : [];
        return items.toSpliced(operation.index ?? items.length, 0, ...operation.values.map(fromJson));
      });
    case 'move':
      return withChange(model, path.slice(0, -1), (list) => {
        const items = Array.isArray(list) ? list : [];
        return items.toSpliced(index, 1).toSpliced(operation.to, 0, items[index]);
      });
    case 'duplicate':
      return withChange(model, path.slice(0, -1), (list) => {
        const items = Array.isArray(list) ? list : [];
        return items.toSpliced(
          index + 1,
          0,
          withChange(items[index], ['name'], () => operation.name),
        );
      });
  }
}

export function isSame(a: Model, b: Model): boolean {
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (a instanceof Map) {
    if (!(b instanceof Map) || a.size !== b.size) return false;
    for (const [key, value] of a) if (!b.has(key) || !isSame(value, b.get(key))) return false;
    return true;
  }
  return Object.is(a, b);
}

function withChange(model: Model, path: Path, change: (model: Model) => Model): Model {
  const [step, ...rest] = path;
  if (step === undefined) return change(model);
  if (Array.isArray(model)) return model.with(Number(step), withChange(model[Number(step)], rest, change));
  const members = new Map(model instanceof Map ? (model as ReadonlyMap<string, Model>) : []);
  return members.set(String(step), withChange(members.get(String(step)), rest, change));
}

function without(parent: Model, step: string | number | undefined): Model {
  if (Array.isArray(parent)) return parent.toSpliced(Number(step), 1);
  const members = new Map(parent instanceof Map ? (parent as ReadonlyMap<string, Model>) : []);
  members.delete(String(step));
  return members;
}

function fromJson(value: Json): Model {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(fromJson);
  return new Map(Object.entries(value).map(([key, member]) => [key, fromJson(member)]));
}
