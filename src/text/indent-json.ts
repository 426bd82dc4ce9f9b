import { parseJson } from './parse-json.ts';

/** A text that is nested deeper stays as it is: its indentation would take too much memory. */
const maxDepth = 64;

const closing = /[\t\n\r ]*[}\]]/y;

/**
 * JSON indented by two spaces; other text unchanged. Each token stays as it is written: `JSON.parse` would round long
 * numbers and drop duplicate keys.
 */
export function indentJson(json: string): string {
  return parseJson(json) !== undefined ? indentValidJson(json) : json;
}

/** The same for a text that is known to be JSON. All lines but the first begin with `indentation`. */
export function indentValidJson(json: string, indentation = ''): string {
  const lineBreaks = [`\n${indentation}`];
  let indented = '';
  let copied = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = (endOfString(json, at) ?? json.length) - 1;
        break;
      case '{':
      case '[':
        indented += json.slice(copied, at + 1);
        closing.lastIndex = at + 1;
        if (closing.test(json)) {
          at = closing.lastIndex - 1;
          copied = at;
        } else {
          depth += 1;
          if (depth > maxDepth) return json;
          lineBreaks[depth] ??= `${lineBreaks[depth - 1]}  `;
          indented += lineBreaks[depth];
          copied = at + 1;
        }
        break;
      case '}':
      case ']':
        depth -= 1;
        indented += json.slice(copied, at) + lineBreaks[depth];
        copied = at;
        break;
      case ',':
        indented += json.slice(copied, at + 1) + lineBreaks[depth];
        copied = at + 1;
        break;
      case ':':
        indented += `${json.slice(copied, at)}: `;
        copied = at + 1;
        break;
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        indented += json.slice(copied, at);
        copied = at + 1;
    }
  }
  return indented + json.slice(copied);
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
