import type { ArrayNode, ObjectNode, TreeNode } from '../document-tree.ts';
import type { Path } from '../problem.ts';
import type { EditOperation, Json } from './operation.ts';

/** A document's value, to compare an edited text with what it should mean. Maps, since any property name can occur. */
export type Model =
  | null
  | boolean
  | number
  | string
  | undefined
  | readonly Model[]
  | ReadonlyMap<string, Model>
  | Unread;

/** A list or an object whose parts are read when they are needed. Most of a large document never is. */
class Unread {
  readonly #text: string;
  readonly #node: ObjectNode | ArrayNode;
  readonly #level: number;
  /** Equal texts have equal values. In YAML, it depends on what is around them. */
  readonly #isJson: boolean;
  #value: Model;

  constructor(text: string, node: ObjectNode | ArrayNode, level: number, isJson: boolean) {
    this.#text = text;
    this.#node = node;
    this.#level = level;
    this.#isJson = isJson;
  }

  /** Read once: each of many items that are copied from a list needs the list. */
  read(): Model {
    this.#value ??= this.#read();
    return this.#value;
  }

  #read(): Model {
    const text = this.#text;
    const level = this.#level;
    const part = (node: TreeNode) => modelOf(text, node, this.#isJson, level + 1);
    if (level === maxLevels) return this.#written();
    return this.#node.type === 'array'
      ? this.#node.items.map(part)
      : new Map(this.#node.properties.map(({ key, value }) => [key, value && part(value)] as const));
  }

  hasSameText(other: Unread): boolean {
    return this.#isJson && other.#isJson && this.#written() === other.#written();
  }

  #written(): string {
    return this.#text.slice(this.#node.start, this.#node.end);
  }
}

/** Values that are nested deeper are compared as text. */
const maxLevels = 64;

/** The model of a tree. */
export function modelOf(text: string, node: TreeNode, isJson: boolean, level = 0): Model {
  if (node.type !== 'scalar') return new Unread(text, node, level, isJson);
  // An alias is compared as text.
  if (node.reference === 'alias') return new Map([['*', text.slice(node.start, node.end)]]);
  return node.value as Model;
}

/** A model after an operation that is possible. `source`: of the text that items are copied from. */
export function withOperation(model: Model, operation: EditOperation, source = model): Model {
  const { path } = operation;
  const index = Number(path.at(-1));
  switch (operation.kind) {
    case 'set':
      return withChange(model, path, () => fromJson(operation.value));
    case 'remove':
      return withChange(model, path.slice(0, -1), (parent) => without(parent, path.at(-1)));
    case 'insert':
      return withItems(model, operation, operation.values.map(fromJson));
    case 'move':
      return withChange(model, path.slice(0, -1), (list) => {
        const items = Array.isArray(list) ? list : [];
        return items.toSpliced(index, 1).toSpliced(operation.to, 0, items[index]);
      });
    case 'copy': {
      const copies = operation.copies.map(({ from, name }) => {
        const item = from.reduce(partOf, source);
        return name === undefined ? item : withChange(item, ['name'], () => name);
      });
      return withItems(model, operation, copies);
    }
  }
}

function withItems(
  model: Model,
  { path, index }: Extract<EditOperation, { kind: 'insert' | 'copy' }>,
  added: readonly Model[],
): Model {
  return withChange(model, path, (list) => {
    const items = Array.isArray(list) ? list : [];
    const at = index ?? items.length;
    return [...items.slice(0, at), ...added, ...items.slice(at)];
  });
}

function partOf(unread: Model, step: string | number): Model {
  const model = read(unread);
  if (Array.isArray(model)) return model[Number(step)];
  return model instanceof Map ? (model as ReadonlyMap<string, Model>).get(String(step)) : undefined;
}

export function isSame(one: Model, other: Model): boolean {
  if (one instanceof Unread && other instanceof Unread && one.hasSameText(other)) return true;
  const [a, b] = [read(one), read(other)];
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

function read(model: Model): Exclude<Model, Unread> {
  return (model instanceof Unread ? model.read() : model) as Exclude<Model, Unread>;
}

function withChange(unread: Model, path: Path, change: (model: Model) => Model): Model {
  const [step, ...rest] = path;
  const model = read(unread);
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
