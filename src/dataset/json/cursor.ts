import type { Cursor, CursorPlace } from '../cursor.ts';
import { itemKind, type Kind } from '../rules/schema.ts';
import { stringContent } from './skip.ts';
import { commentEnd } from './tokens.ts';

/** A cursor in a JSON text, with what completion must write around its item. */
export interface JsonCursor extends Cursor {
  readonly inString: boolean;
  /** The property name at the cursor has its colon already. */
  readonly hasColon: boolean;
  /** A value stands before the cursor, without a comma. */
  readonly needsCommaBefore: boolean;
  /** Something stands after the token that a comma must part from it. */
  readonly needsCommaAfter: boolean;
}

/** What an outermost object or array is. */
export interface Outermost {
  readonly object?: Kind | undefined;
  readonly items?: Kind | undefined;
}

interface Container {
  readonly isObject: boolean;
  /** Of the object, or of the array's items; `undefined` where the schema says nothing. */
  readonly kind: Kind | undefined;
  readonly keys: string[];
  key: string | undefined;
  state: 'key' | 'colon' | 'value' | 'comma';
}

/** Longest word that is not a string, such as `true`, or one that lacks its quotes. */
const bareWord = /[^\s",:[\]{}]*/y;

/**
 * Says where in a JSON text a cursor is. Reads the text up to the cursor, and on to the end of the object around it;
 * takes it as it is, since a text is mostly broken just where somebody writes. Words without quotes are read as
 * strings, which makes it good for YAML in braces and brackets, too. Not recursive.
 */
export function jsonCursor(
  text: string,
  offset: number,
  outermost: Outermost = { object: 'dataset' },
): JsonCursor | undefined {
  const open: Container[] = [];
  let root: Container['state'] = 'value';
  let at = 0;
  while (at < offset) {
    const top = open.at(-1);
    const unit = text.charCodeAt(at);
    if (unit === 32 || unit === 10 || unit === 13 || unit === 9) {
      at++;
      continue;
    }
    const character = text[at] ?? '';
    if (character === '"') {
      const end = quotedEnd(text, at);
      if (offset < end || (offset === end && !isClosed(text, at, end)))
        return cursorAt(text, open, root, at, end, true);
      if (top) take(top, contentOf(text, at, end));
      else root = 'comma';
      at = end;
    } else if (character === '{' || character === '[') {
      open.push(inner(top, character === '{', outermost));
      at++;
    } else if (character === '}' || character === ']') {
      open.pop();
      const outer = open.at(-1);
      if (outer) outer.state = 'comma';
      else root = 'comma';
      at++;
    } else if (character === ',' || character === ':') {
      if (top) top.state = character === ':' || !top.isObject ? 'value' : 'key';
      at++;
    } else if (character === '/' && commentEnd(text, at) !== undefined) {
      const end = commentEnd(text, at) ?? at;
      if (offset <= end) return undefined;
      at = end;
    } else if (/\s/.test(character)) {
      at++;
    } else {
      const end = Math.max(bareWordEnd(text, at), at + 1);
      if (offset <= end) return cursorAt(text, open, root, at, end, false);
      if (top) take(top, text.slice(at, end));
      else root = 'comma';
      at = end;
    }
  }
  // A value that begins at the cursor is what a new one replaces; before a property name, another can be written.
  const atValue = text[offset] === '"' && open.at(-1)?.state === 'value' && open.at(-1)?.isObject === true;
  return cursorAt(text, open, root, offset, atValue ? quotedEnd(text, offset) : offset, atValue);
}

/** Takes in a string or word where a property name or a value may be. */
function take(container: Container, content: string): void {
  if (container.isObject && container.state === 'key') {
    container.key = content;
    container.keys.push(content);
    container.state = 'colon';
  } else {
    container.state = 'comma';
  }
}

function inner(outer: Container | undefined, isObject: boolean, outermost: Outermost): Container {
  let kind: Kind | undefined;
  if (outer === undefined) kind = isObject ? outermost.object : outermost.items;
  else if (outer.isObject) {
    // Only arrays of objects are known below an object.
    const items =
      outer.kind !== undefined && outer.key !== undefined ? itemKind(outer.kind, outer.key) : undefined;
    kind = isObject ? undefined : items;
  } else kind = isObject ? outer.kind : undefined;
  return { isObject, kind, keys: [], key: undefined, state: isObject ? 'key' : 'value' };
}

function cursorAt(
  text: string,
  open: readonly Container[],
  root: Container['state'],
  start: number,
  end: number,
  inString: boolean,
): JsonCursor | undefined {
  const next = nextToken(text, end);
  const place = placeIn(text, open.at(-1), root, next, end);
  const state = open.at(-1)?.state ?? root;
  return (
    place && {
      place,
      token: { start, end },
      inString,
      hasColon: text[next] === ':',
      needsCommaBefore: state === 'comma',
      needsCommaAfter: open.length > 0 && /["{[\w-]/.test(text[next] ?? ''),
    }
  );
}

function placeIn(
  text: string,
  container: Container | undefined,
  root: Container['state'],
  next: number,
  end: number,
): CursorPlace | undefined {
  if (container === undefined)
    return root === 'value' && next >= text.length ? { at: 'document' } : undefined;
  const { isObject, kind, key, state } = container;
  if (kind === undefined) return undefined;
  if (!isObject) return { at: 'item', kind };
  if (state === 'value') return key === undefined ? undefined : { at: 'value', kind, property: key };
  if (state === 'colon') return undefined;
  return { at: 'key', kind, present: new Set([...container.keys, ...keysAfter(text, end)]) };
}

/** The property names that the object around an offset has after it. */
function keysAfter(text: string, from: number): string[] {
  const keys: string[] = [];
  let depth = 0;
  for (let at = from; at < text.length && depth >= 0; ) {
    const character = text[at];
    if (character === '"') {
      const end = quotedEnd(text, at);
      if (depth === 0 && text[nextToken(text, end)] === ':') keys.push(contentOf(text, at, end));
      at = end;
      continue;
    }
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    at++;
  }
  return keys;
}

function nextToken(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return at;
}

/** The offset after a word without quotes. */
export function bareWordEnd(text: string, start: number): number {
  bareWord.lastIndex = start;
  bareWord.test(text);
  return bareWord.lastIndex;
}

/** The offset after a string; one that is not closed ends with its line. */
export function quotedEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 34) return at + 1;
    if (unit === 10 || unit === 13) return at;
    if (unit === 92) at++;
  }
  return text.length;
}

function isClosed(text: string, open: number, end: number): boolean {
  return end - open > 1 && text[end - 1] === '"';
}

/** What a string stands for that is closed or not; empty if its escapes make no sense. */
export function contentOf(text: string, open: number, end: number): string {
  try {
    return stringContent(text, open, isClosed(text, open, end) ? end : end + 1);
  } catch {
    return '';
  }
}
