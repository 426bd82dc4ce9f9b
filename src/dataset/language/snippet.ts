import type { DocumentFormat } from '../document.ts';

/** A string of a document, as a snippet that inserts just it (VS Code's snippet syntax), without JSON's quotes. */
export function literal(text: string, format: DocumentFormat): string {
  return written(text, format).replace(/[\\$}]/g, '\\$&');
}

/** A placeholder that offers strings to choose from. */
export function choice(stop: number, texts: readonly string[], format: DocumentFormat): string {
  const options = texts.map((text) => written(text, format).replace(/[\\$},|]/g, '\\$&'));
  return `\${${stop}|${options.join(',')}|}`;
}

function written(text: string, format: DocumentFormat): string {
  return format === 'json' ? JSON.stringify(text).slice(1, -1) : yamlString(text);
}

/** A string as YAML: plain where nobody could read anything else, otherwise in double quotes. */
export function yamlString(text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{N}_.()<>-]*$/u.test(text) && !/^(?:true|false|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/**
 * A snippet's body as JSON. Its strings are snippets already, in which a backslash is no character to be escaped.
 * Indented by tabs, which VS Code makes the editor's own.
 */
export function jsonSnippet(body: unknown, indent = ''): string {
  if (typeof body === 'string') return `"${body}"`;
  if (typeof body !== 'object' || body === null) return String(body);
  const inner = `${indent}\t`;
  const isArray = Array.isArray(body);
  const parts = isArray
    ? body.map((item) => jsonSnippet(item, inner))
    : Object.entries(body).map(([key, value]) => `"${key}": ${jsonSnippet(value, inner)}`);
  const [open, close] = isArray ? '[]' : '{}';
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** A snippet's body as JSON on one line; with a space inside braces, if they are to be `spaced`. */
export function flowSnippet(body: unknown, spaced = false): string {
  return jsonSnippet(body)
    .replace(/\n\t*/g, ' ')
    .replace(spaced ? /(\[) | (\])/g : /([[{]) | ([\]}])/g, '$1$2');
}

/** A snippet's body as YAML in block style, each line after the first indented by `indent`. */
export function yamlSnippet(body: unknown, indent: string): string {
  return yamlLines(body).join(`\n${indent}`);
}

function yamlLines(body: unknown): string[] {
  if (typeof body === 'object' && body !== null && Object.keys(body).length === 0)
    return [Array.isArray(body) ? '[]' : '{}'];
  if (Array.isArray(body)) {
    return body.flatMap((item) => yamlLines(item).map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`)));
  }
  if (typeof body !== 'object' || body === null) return [String(body)];
  return Object.entries(body).flatMap(([key, value]) => {
    const lines = yamlLines(value);
    return typeof value === 'object' && Object.keys(value ?? {}).length > 0
      ? [`${key}:`, ...lines.map((line) => `  ${line}`)]
      : [`${key}: ${lines[0]}`];
  });
}
