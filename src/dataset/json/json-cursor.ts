import {
  type ArrayNode,
  type Cursor,
  type CursorPlace,
  childrenOf,
  type ObjectNode,
  type PropertyNode,
  type TreeNode,
} from '../document-tree.ts';
import type { Span } from '../problem.ts';
import { itemKind, type Kind } from '../rules/schema.ts';
import { commentEnd } from './tokens.ts';

/** A cursor in a JSON text, with what completion must write around its item. */
export interface JsonCursor extends Cursor {
  readonly inString: boolean;
  /** The property name at the cursor already has its colon. */
  readonly hasColon: boolean;
  /** The value before the cursor has no comma after it. */
  readonly needsCommaBefore: boolean;
  /** Another item or property follows the token without a comma. */
  readonly needsCommaAfter: boolean;
}

type Container = ObjectNode | ArrayNode;

/** What may come next in a container. */
type State = 'key' | 'value' | 'comma' | 'colon';

/** What is at an offset of a container: a token that the offset is in, or the place between two of them. */
interface Spot {
  readonly token: Span & { readonly inString: boolean };
  readonly state: State;
  /** What the token or the state belongs to, in an object. */
  readonly property: PropertyNode | undefined;
}

/**
 * Describes places in a JSON text, complete or broken, of which `root` is the tree. Words without quotes are strings, so it also works for braces
 * and brackets in YAML.
 */
export function jsonCursors(
  text: string,
  root: TreeNode | undefined,
): (offset: number) => JsonCursor | undefined {
  return (offset) => {
    const { container, kind } = containerAt(text, root, offset);
    const spot =
      container === undefined
        ? rootSpot(text, root, offset)
        : container.type === 'array'
          ? spotInArray(text, container, offset)
          : spotInObject(text, container, offset);
    return spot && cursorAt(text, container, kind, spot);
  };
}

/** The innermost container that an offset is inside of, and the kind of the object, or of the array's items. */
function containerAt(text: string, root: TreeNode | undefined, offset: number) {
  const textEnd = text.trimEnd().length;
  let container: Container | undefined;
  let kind: Kind | undefined = 'dataset';
  for (let node = root; node !== undefined && node.type !== 'scalar' && node.start < offset; ) {
    const isInside = node.isClosed ? offset < node.end : offset <= node.end || node.end === textEnd;
    if (!isInside) break;
    if (node.type === 'array') kind = kind && node.property && itemKind(kind, node.property.key);
    else if (container?.type === 'object') kind = undefined;
    container = node;
    node = childrenOf(node).findLast((child) => child.start < offset);
  }
  return { container, kind };
}

function rootSpot(text: string, root: TreeNode | undefined, offset: number): Spot | undefined {
  if (root === undefined) {
    return separators(text, 0, offset) === undefined ? undefined : between(offset, 'value', undefined);
  }
  return root.type === 'scalar' && isIn(text, root, offset)
    ? inToken(text, root, 'value', undefined)
    : undefined;
}

function spotInArray(text: string, array: ArrayNode, offset: number): Spot | undefined {
  const index = array.items.findLastIndex((item) => item.start < offset);
  const item = array.items[index];
  const isToken = item !== undefined && isIn(text, item, offset);
  const before = isToken ? array.items[index - 1] : item;
  const passed = separators(text, before?.end ?? array.start + 1, isToken ? item.start : offset);
  if (passed === undefined) return undefined;
  const state = before === undefined || passed.includes(',') ? 'value' : 'comma';
  return isToken ? inToken(text, item, state, undefined) : between(offset, state, undefined);
}

function spotInObject(text: string, object: ObjectNode, offset: number): Spot | undefined {
  const { properties } = object;
  const index = properties.findLastIndex(({ keySpan }) => keySpan.start < offset);
  const property = properties[index];
  const value = property?.value;
  if (property !== undefined && isIn(text, property.keySpan, offset)) {
    const before = properties[index - 1];
    const start = before === undefined ? object.start + 1 : (before.value?.end ?? before.keySpan.end);
    const passed = separators(text, start, property.keySpan.start);
    const isFirst = before === undefined || passed?.includes(',') === true;
    return inToken(text, property.keySpan, isFirst ? 'key' : 'comma', property);
  }
  if (
    property !== undefined &&
    value?.type === 'scalar' &&
    value.start < offset &&
    isIn(text, value, offset)
  ) {
    const hasColon = separators(text, property.keySpan.end, value.start)?.includes(':');
    return hasColon ? inToken(text, value, 'value', property) : undefined;
  }
  const isAfterValue = value !== undefined && value.start < offset;
  const from = property === undefined ? object.start + 1 : isAfterValue ? value.end : property.keySpan.end;
  const passed = separators(text, from, offset);
  if (passed === undefined) return undefined;
  if (property === undefined || passed.endsWith(',')) return between(offset, 'key', undefined);
  if (isAfterValue) return between(offset, 'comma', undefined);
  if (!passed.includes(':')) return between(offset, 'colon', property);
  // A string that begins at the cursor is what a new value replaces.
  const isReplaced = value?.start === offset && text[offset] === '"';
  return isReplaced ? inToken(text, value, 'value', property) : between(offset, 'value', property);
}

function inToken(text: string, { start, end }: Span, state: State, property: PropertyNode | undefined): Spot {
  return { token: { start, end, inString: text[start] === '"' }, state, property };
}

function between(offset: number, state: State, property: PropertyNode | undefined): Spot {
  return { token: { start: offset, end: offset, inString: false }, state, property };
}

/** Whether an offset is in a token that begins before it: in or after a word, but before the end of a closed string. */
function isIn(text: string, { start, end }: Span, offset: number): boolean {
  const quote = text[start];
  if (quote === '{' || quote === '[') return false;
  const isClosed = (quote === '"' || quote === "'") && end - start > 1 && text[end - 1] === quote;
  return start < offset && (isClosed ? offset < end : offset <= end);
}

/** The commas and colons between two offsets that have no value between them; `undefined` if they end in a comment. */
function separators(text: string, from: number, to: number): string | undefined {
  let passed = '';
  for (let at = from; at < to; ) {
    const end = text[at] === '/' ? commentEnd(text, at) : undefined;
    if (end !== undefined && end >= to) return undefined;
    if (text[at] === ',' || text[at] === ':') passed += text[at];
    at = end ?? at + 1;
  }
  return passed;
}

function cursorAt(
  text: string,
  container: Container | undefined,
  kind: Kind | undefined,
  { token, state, property }: Spot,
): JsonCursor | undefined {
  const { start, end, inString } = token;
  const next = nextToken(text, end);
  const place = placeIn(container, kind, state, property);
  if (container === undefined && next < text.length) return undefined;
  return (
    place && {
      place,
      token: { start, end },
      inString,
      hasColon: text[next] === ':',
      needsCommaBefore: state === 'comma',
      needsCommaAfter: container !== undefined && /["{[\w-]/.test(text[next] ?? ''),
    }
  );
}

function placeIn(
  container: Container | undefined,
  kind: Kind | undefined,
  state: State,
  property: PropertyNode | undefined,
): CursorPlace | undefined {
  if (container === undefined) return { at: 'document' };
  if (kind === undefined || state === 'colon') return undefined;
  if (container.type === 'array') return { at: 'item', kind };
  if (state === 'value') return property && { at: 'value', kind, property: property.key };
  const others = container.properties.filter((each) => each !== property);
  return { at: 'key', kind, present: new Set(others.map(({ key }) => key)) };
}

function nextToken(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return at;
}
