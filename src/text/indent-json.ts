import { jsonTokens } from './json-tokens.ts';

/** Deeper JSON is not indented: nobody reads it, and its indentation alone would fill the memory. */
const deepest = 64;

/**
 * JSON indented by two spaces; other text unchanged. Each token stays as it is written: `JSON.parse` would round long
 * numbers and drop duplicate names.
 */
export function indentJson(json: string): string {
  if (!isJson(json)) return json;
  const parts: string[] = [];
  let depth = 0;
  let last = '';
  const breakLine = () => parts.push('\n', '  '.repeat(depth));
  for (const next of jsonTokens(json)) {
    const closes = next === '}' || next === ']';
    if (closes) depth -= 1;
    if (last === ',' || (last === '{' || last === '[' ? !closes : closes)) breakLine();
    parts.push(next === ':' ? ': ' : next);
    if (next === '{' || next === '[') depth += 1;
    if (depth > deepest) return json;
    last = next;
  }
  return parts.join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
