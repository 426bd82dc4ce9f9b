import type { DocumentFormat } from '../document.ts';
import type { Layout } from '../edits/layout.ts';
import { type ValueStyle, writeFlow, writeLines, yamlString } from '../edits/write-value.ts';

/** A snippet that inserts a string into a document, without JSON's quotes (VS Code's snippet syntax). */
export function literal(text: string, format: DocumentFormat): string {
  return written(text, format).replace(/[\\$}]/g, '\\$&');
}

/** A placeholder with strings to choose from. */
export function choice(stop: number, texts: readonly string[], format: DocumentFormat): string {
  const options = texts.map((text) => written(text, format).replace(/[\\$},|]/g, '\\$&'));
  return `\${${stop}|${options.join(',')}|}`;
}

function written(text: string, format: DocumentFormat): string {
  return format === 'json' ? JSON.stringify(text).slice(1, -1) : yamlString(text);
}

/** How VS Code wants snippets laid out: it replaces tabs by the editor's own indentation. */
const layout: Layout = { lineBreak: '\n', indent: '\t', spacedBraces: false, colon: ': ', comma: ', ' };

/** Strings of a snippet's body are in snippet syntax, where a backslash already has its own meaning. */
const json: ValueStyle = { format: 'json', layout, writeString: (snippet) => `"${snippet}"` };
const yaml: ValueStyle = { format: 'yaml', layout, writeString: (snippet) => snippet };

/** How the strings of a snippet's body are written into a document. */
export function snippetStrings(format: DocumentFormat): (snippet: string) => string {
  return (format === 'json' ? json : yaml).writeString;
}

/** A snippet's body as JSON. */
export function jsonSnippet(body: unknown): string {
  return writeLines(body, json, '');
}

/** A snippet's body as JSON on one line. */
export function flowSnippet(body: unknown): string {
  return writeFlow(body, json);
}

/** A snippet's body as YAML in block style, each line after the first indented by `indent`. */
export function yamlSnippet(body: unknown, indent: string): string {
  return writeLines(body, yaml, indent);
}
