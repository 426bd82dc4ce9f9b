import type { Place, Span } from '../finding.ts';
import { type Census, objectsIn, occurrences } from './key-count.ts';
import { stringContent, stringEnd, tokenStart, valueEnd } from './skip.ts';
import { type Members, Step } from './step.ts';

const quote = 34;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
const comma = 44;

/** Looks up where places of a value are in the text. */
export type Locate = (place: Place) => Span;

/**
 * Finds the places in one pass over a valid JSON text. Of properties with the same name the last one counts, as
 * for `JSON.parse`. The value of a place that the text doesn't have is found at the text's beginning.
 */
export function locateInJson(text: string, value: unknown, census: Census, places: readonly Place[]): Locate {
  const root = new Step('');
  for (const place of places) root.add(place.path);
  // One closing brace for each object: none of them is in a string, and counting them leads past an object.
  const bracesCount = occurrences(text, '}') === census.objects;
  new JsonWalk(text, bracesCount).visit(root, tokenStart(text, 0), value);

  return (place) => {
    const step = root.at(place.path);
    const value = step?.value ?? { start: 0, end: 0 };
    switch (place.target) {
      case 'key':
        return step?.key ?? value;
      case 'opening':
        return { start: value.start, end: Math.min(value.start + 1, value.end) };
      case 'value':
        return value;
    }
  };
}

class JsonWalk {
  private readonly text: string;
  private readonly bracesCount: boolean;
  private readonly escapes: boolean;

  constructor(text: string, bracesCount: boolean) {
    this.text = text;
    this.bracesCount = bracesCount;
    this.escapes = text.includes('\\');
  }

  /** Notes the value at `start` and returns the offset after it. Recursive only as deep as the wanted paths are. */
  visit(wanted: Step, start: number, value: unknown): number {
    const first = this.text.charCodeAt(start);
    let end: number;
    if (wanted.members && first === openBrace) end = this.visitObject(wanted.members, start, value);
    else if (wanted.items && first === openBracket) end = this.visitArray(wanted.items, start, value);
    else end = this.skip(start, value);
    wanted.value = { start, end };
    return end;
  }

  private visitObject(wanted: Members, open: number, value: unknown): number {
    const { text } = this;
    const members = value as Readonly<Record<string, unknown>> | undefined;
    let at = tokenStart(text, open + 1);
    while (at < text.length && text.charCodeAt(at) !== closeBrace) {
      const start = at;
      const end = this.stringEnd(start);
      const next = this.escapes
        ? wanted.get(stringContent(text, start, end))
        : wanted.named(text, start + 1, end - 1);
      at = tokenStart(text, tokenStart(text, end) + 1);
      if (next === undefined) {
        at = this.valueEnd(at);
      } else {
        next.key = { start, end };
        at = this.visit(next, at, members?.[next.name]);
      }
      at = afterComma(text, at);
    }
    return at + 1;
  }

  private visitArray(wanted: ReadonlyMap<number, Step>, start: number, value: unknown): number {
    const { text } = this;
    const items = Array.isArray(value) ? value : [];
    let at = tokenStart(text, start + 1);
    for (let index = 0; at < text.length && text.charCodeAt(at) !== closeBracket; ) {
      const next = wanted.get(index);
      if (next !== undefined) {
        at = this.visit(next, at, items[index++]);
      } else if (this.isCounted(at)) {
        // Objects side by side are passed in one go: what stands between them isn't looked at.
        let objects = 0;
        do objects += objectsIn(items[index++]);
        while (isObject(items[index]) && !wanted.has(index));
        at = this.afterObjects(at, objects);
      } else {
        at = this.valueEnd(at);
        index++;
      }
      at = afterComma(text, at);
    }
    return at + 1;
  }

  /**
   * The offset after a value. Of a property that the object has twice, an earlier one is not the one in `value`;
   * it holds no object then, or the braces would not be as many as the objects.
   */
  private skip(start: number, value: unknown): number {
    return this.isCounted(start) ? this.afterObjects(start, objectsIn(value)) : this.valueEnd(start);
  }

  /** Whether at `start` an object begins whose end can be found by counting braces. */
  private isCounted(start: number): boolean {
    return this.bracesCount && this.text.charCodeAt(start) === openBrace;
  }

  private afterObjects(start: number, objects: number): number {
    let at = start;
    for (let rest = objects; rest > 0; rest--) at = this.text.indexOf('}', at) + 1;
    return at;
  }

  private valueEnd(start: number): number {
    return this.text.charCodeAt(start) === quote ? this.stringEnd(start) : valueEnd(this.text, start);
  }

  /** Without escapes a string ends at the next quote, which is found many times faster than by reading. */
  private stringEnd(open: number): number {
    return this.escapes ? stringEnd(this.text, open) : this.text.indexOf('"', open + 1) + 1;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function afterComma(text: string, from: number): number {
  const at = tokenStart(text, from);
  return text.charCodeAt(at) === comma ? tokenStart(text, at + 1) : at;
}
