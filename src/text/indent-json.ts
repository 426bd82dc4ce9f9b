import { createScanner, format } from 'jsonc-parser';
import { parseJson } from './parse-json.ts';

/** A text that is nested deeper stays as it is: its indentation would take too much memory. */
const maxDepth = 64;

const style = { tabSize: 2, insertSpaces: true, eol: '\n' };

/**
 * JSON indented by two spaces; other text unchanged. Each token stays as it is written: `JSON.parse` would round long
 * numbers and drop duplicate keys.
 */
export function indentJson(json: string): string {
  return parseJson(json) !== undefined ? indentValidJson(json) : json;
}

/** The same for a text that is known to be JSON. All lines but the first begin with `indentation`. */
export function indentValidJson(json: string, indentation = ''): string {
  if (isDeep(json)) return json;
  const value = parseJson(json);
  // What services answer with, thousands of times in a batch: nothing is rounded or dropped.
  if (JSON.stringify(value) === json)
    return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indentation}`);
  let indented = '';
  let copied = 0;
  for (const { offset, length, content } of format(json, undefined, style)) {
    indented += json.slice(copied, offset) + content;
    copied = offset + length;
  }
  // A line break is between tokens, never in one.
  return (indented + json.slice(copied)).trimEnd().replace(/\r?\n/g, `\n${indentation}`);
}

/** Whether a text is nested too deeply to be indented. It may have syntax errors: the tokens are those that are indented. */
export function isDeep(json: string): boolean {
  const scanner = createScanner(json, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenLength() > 0 && depth <= maxDepth; scanner.scan()) {
    const character = json[scanner.getTokenOffset()];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth = Math.max(0, depth - 1);
  }
  return depth > maxDepth;
}

/**
 * The offset after the string that begins with a quote at `start`; undefined if it isn't closed. Without a regular
 * expression, which needs stack space for each escape of a long string.
 */
export function endOfString(text: string, start: number): number | undefined {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at += 1;
  }
  return undefined;
}

const backslash = 0x5c;
