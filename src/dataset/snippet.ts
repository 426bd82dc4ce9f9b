import type { DocumentFormat } from './document.ts';

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
  const quoted = JSON.stringify(text);
  if (format === 'json') return quoted.slice(1, -1);
  return /^\p{L}[\p{L}\p{N}_.()<>-]*$/u.test(text) ? text : quoted;
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
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** A snippet's body as JSON on one line. */
export function flowSnippet(body: unknown): string {
  return jsonSnippet(body)
    .replace(/\n\t*/g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2');
}

/** A snippet's body as YAML in block style, each line after the first indented by `indent`. */
export function yamlSnippet(body: unknown, indent: string): string {
  return yamlLines(body).join(`\n${indent}`);
}

function yamlLines(body: unknown): string[] {
  if (Array.isArray(body)) {
    return body.flatMap((item) => yamlLines(item).map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`)));
  }
  if (typeof body !== 'object' || body === null) return [String(body)];
  return Object.entries(body).flatMap(([key, value]) => {
    const lines = yamlLines(value);
    return typeof value === 'object'
      ? [`${key}:`, ...lines.map((line) => `  ${line}`)]
      : [`${key}: ${lines[0]}`];
  });
}
