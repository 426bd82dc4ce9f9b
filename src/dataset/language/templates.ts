import * as l10n from '@vscode/l10n';
import type { DocumentFormat } from '../dataset.ts';
import type { Layout } from '../edits/layout.ts';
import { type ValueStyle, writeFlow, writeLines, yamlString } from '../edits/write-value.ts';
import { dataTypeNames, schemaOf } from '../rules/schema.ts';

/** The content of a new document. */
export interface Template {
  readonly id: 'table' | 'empty' | 'sample';
  readonly label: string;
  readonly description: string;
  /** In VS Code's snippet syntax, indented by tabs in JSON. */
  readonly snippet: (format: DocumentFormat) => string;
}

/** The templates, made from the snippet and the example of the JSON Schema. */
export function templates(): Template[] {
  const { defaultSnippets, examples } = schemaOf.dataset;
  const [snippet] = defaultSnippets ?? [];
  const [example] = examples ?? [];
  const name = schemaOf.dataset.properties.name?.defaultSnippets?.[0]?.body;
  return [
    {
      id: 'table',
      label: l10n.t('One table'),
      description: l10n.t(snippet?.description ?? ''),
      snippet: (format) => snippetOf(withDataTypes(snippet?.body, [], format), format),
    },
    {
      id: 'sample',
      label: l10n.t('Sales sample'),
      description: l10n.t('A complete dataset with a column of each data type'),
      snippet: (format) => snippetOf(asSnippet(example, format), format),
    },
    {
      id: 'empty',
      label: l10n.t('Empty'),
      description: l10n.t('A name, and no tables yet'),
      snippet: (format) => snippetOf({ name, tables: [] }, format),
    },
  ];
}

function snippetOf(body: unknown, format: DocumentFormat): string {
  return `${format === 'json' ? jsonSnippet(body) : yamlSnippet(body, '')}\n`;
}

/** The body of a snippet that inserts a value. */
function asSnippet(value: unknown, format: DocumentFormat): unknown {
  if (typeof value === 'string') return literal(value, format);
  if (Array.isArray(value)) return value.map((item) => asSnippet(item, format));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asSnippet(member, format)]));
}

/** A snippet that inserts a string into a document, without JSON's quotes (VS Code's snippet syntax). */
export function literal(text: string, format: DocumentFormat): string {
  return contentOf(text, format).replace(/[\\$}]/g, '\\$&');
}

/** A placeholder with strings to choose from. */
export function choice(stop: number, texts: readonly string[], format: DocumentFormat): string {
  const options = texts.map((text) => contentOf(text, format).replace(/[\\$},|]/g, '\\$&'));
  return `\${${stop}|${options.join(',')}|}`;
}

/** The body of a snippet of the schema, whose data types are to choose from: the built-in ones and `dataTypes`. */
export function withDataTypes(body: unknown, dataTypes: readonly string[], format: DocumentFormat): unknown {
  if (Array.isArray(body)) return body.map((item) => withDataTypes(item, dataTypes, format));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, member]) => {
      const stop = key === 'dataType' && /^\$\{(\d+):/.exec(String(member))?.[1];
      return [
        key,
        stop
          ? choice(Number(stop), dataTypeNames(dataTypes), format)
          : withDataTypes(member, dataTypes, format),
      ];
    }),
  );
}

/** A string as it is written into a document, without JSON's quotes. */
function contentOf(text: string, format: DocumentFormat): string {
  return format === 'json' ? JSON.stringify(text).slice(1, -1) : yamlString(text);
}

/** How VS Code wants snippets laid out: it replaces tabs by the editor's own indentation. */
const layout: Layout = {
  lineBreak: '\n',
  indent: '\t',
  spacedBraces: false,
  colon: ': ',
  comma: ', ',
  columnsOnOneLine: false,
};

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
