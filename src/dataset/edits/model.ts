import type { ArrayNode, ObjectNode, TreeNode } from '../document-tree.ts';
import type { Path } from '../problem.ts';
import type { EditOperation } from './operation.ts';

/** A document's value, to compare an edited text with what it should mean. Lists and objects in it may be `Unread`. */
export type Model = unknown;

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
    this.#value ??= this.#level === maxLevels ? this.#written() : this.#read();
    return this.#value;
  }

  #read(): Model {
    const part = (node: TreeNode) => modelOf(this.#text, node, this.#isJson, this.#level + 1);
    return this.#node.type === 'array'
      ? this.#node.items.map(part)
      : Object.fromEntries(this.#node.properties.map(({ key, value }) => [key, value && part(value)]));
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
  return node.reference === 'alias' ? { '*': text.slice(node.start, node.end) } : node.value;
}

/** A model after an operation that is possible. `source`: of the text that items are copied from. */
export function withOperation(model: Model, operation: EditOperation, source = model): Model {
  const { path } = operation;
  const step = path.at(-1) ?? '';
  const index = Number(step);
  switch (operation.kind) {
    case 'set':
      return withChange(model, path, () => operation.value);
    case 'remove':
      return withChange(model, path.slice(0, -1), (parent) => {
        if (Array.isArray(parent)) return parent.toSpliced(index, 1);
        const { [step]: _, ...others } = parent as Parts;
        return others;
      });
    case 'insert':
      return withItems(model, operation, operation.values);
    case 'move':
      return withChange(model, path.slice(0, -1), (list) => {
        const items = itemsOf(list);
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

type Parts = Readonly<Record<string | number, Model>>;

function withItems(
  model: Model,
  { path, index }: Extract<EditOperation, { kind: 'insert' | 'copy' }>,
  added: readonly Model[],
): Model {
  return withChange(model, path, (list) => {
    const items = itemsOf(list);
    const at = index ?? items.length;
    return [...items.slice(0, at), ...added, ...items.slice(at)];
  });
}

function withChange(unread: Model, path: Path, change: (model: Model) => Model): Model {
  const [step, ...rest] = path;
  const model = read(unread);
  if (step === undefined) return change(model);
  const part = withChange(partOf(model, step), rest, change);
  return Array.isArray(model) ? model.with(Number(step), part) : { ...(model as Parts), [step]: part };
}

function partOf(unread: Model, step: string | number): Model {
  const model = read(unread);
  return isContainer(model) && Object.hasOwn(model, step) ? model[step] : undefined;
}

function itemsOf(list: Model): readonly Model[] {
  return Array.isArray(list) ? list : [];
}

export function isSameModel(one: Model, other: Model): boolean {
  if (one instanceof Unread && other instanceof Unread && one.hasSameText(other)) return true;
  const [a, b] = [read(one), read(other)];
  if (!isContainer(a) || !isContainer(b)) return Object.is(a, b);
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameModel(a[key], b[key]))
  );
}

function read(model: Model): Model {
  return model instanceof Unread ? model.read() : model;
}

function isContainer(model: Model): model is Parts {
  return typeof model === 'object' && model !== null;
}
