import type { Path, Place, Span } from './finding.ts';
import { stringContent, stringEnd, tokenStart, valueEnd } from './json-skip.ts';

const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
const comma = 44;

/** One step of the wanted paths, as a tree: what is beside them is skipped without a closer look. */
interface Step {
  readonly next: Map<string | number, Step>;
  key: Span | undefined;
  value: Span | undefined;
}

/** Looks up where places of a value are in the text. */
export type Locate = (place: Place) => Span;

/**
 * Finds the places in one pass over a valid JSON text. Of properties with the same name the last one counts, as
 * for `JSON.parse`. The value of a place that the text doesn't have is found at the text's beginning.
 */
export function locateInJson(text: string, places: readonly Place[]): Locate {
  const root = step();
  for (const place of places) stepAt(root, place.path, true);
  visit(text, root, tokenStart(text, 0));

  return (place) => {
    const found = stepAt(root, place.path, false);
    const value = found?.value ?? { start: 0, end: 0 };
    switch (place.target) {
      case 'key':
        return found?.key ?? value;
      case 'opening':
        return { start: value.start, end: Math.min(value.start + 1, value.end) };
      case 'value':
        return value;
    }
  };
}

function step(): Step {
  return { next: new Map(), key: undefined, value: undefined };
}

function stepAt(root: Step, path: Path, create: boolean): Step | undefined {
  let at: Step | undefined = root;
  for (const name of path) {
    let next: Step | undefined = at.next.get(name);
    if (next === undefined) {
      if (!create) return undefined;
      next = step();
      at.next.set(name, next);
    }
    at = next;
  }
  return at;
}

/** Notes the value at `start` and returns the offset after it. Recursive only as deep as the wanted paths are. */
function visit(text: string, wanted: Step, start: number): number {
  const first = text.charCodeAt(start);
  let end: number;
  if (wanted.next.size > 0 && first === openBrace) end = visitObject(text, wanted, start);
  else if (wanted.next.size > 0 && first === openBracket) end = visitArray(text, wanted, start);
  else end = valueEnd(text, start);
  wanted.value = { start, end };
  return end;
}

function visitObject(text: string, wanted: Step, start: number): number {
  let at = tokenStart(text, start + 1);
  while (at < text.length && text.charCodeAt(at) !== closeBrace) {
    const key = { start: at, end: stringEnd(text, at) };
    const valueStart = tokenStart(text, tokenStart(text, key.end) + 1);
    const next = wanted.next.get(stringContent(text, key.start, key.end));
    if (next === undefined) {
      at = valueEnd(text, valueStart);
    } else {
      next.key = key;
      at = visit(text, next, valueStart);
    }
    at = afterComma(text, at);
  }
  return at + 1;
}

function visitArray(text: string, wanted: Step, start: number): number {
  let at = tokenStart(text, start + 1);
  for (let index = 0; at < text.length && text.charCodeAt(at) !== closeBracket; index++) {
    const next = wanted.next.get(index);
    at = next === undefined ? valueEnd(text, at) : visit(text, next, at);
    at = afterComma(text, at);
  }
  return at + 1;
}

function afterComma(text: string, from: number): number {
  const at = tokenStart(text, from);
  return text.charCodeAt(at) === comma ? tokenStart(text, at + 1) : at;
}
