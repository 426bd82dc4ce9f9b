import { jsonTokens } from './json-tokens.ts';

/** Deeper than this a text is left as it is: nobody reads it, and its indentation alone would fill the memory. */
const deepest = 64;

/**
 * JSON indented by two spaces; other text as it stands. Each token stays as it is written: what `JSON.parse` makes of
 * them would round a long number and drop a name that stands there twice.
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
