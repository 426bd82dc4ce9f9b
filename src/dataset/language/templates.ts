import * as l10n from '@vscode/l10n';
import type { DocumentFormat } from '../document.ts';
import { schemaOf } from '../rules/schema.ts';
import { jsonSnippet, literal, yamlSnippet } from './snippet.ts';

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
      snippet: (format) => written(snippet?.body, format),
    },
    {
      id: 'sample',
      label: l10n.t('Sales sample'),
      description: l10n.t('A complete dataset with a column of each data type'),
      snippet: (format) => written(asSnippet(example, format), format),
    },
    {
      id: 'empty',
      label: l10n.t('Empty'),
      description: l10n.t('A name, and no tables yet'),
      snippet: (format) => written({ name, tables: [] }, format),
    },
  ];
}

function written(body: unknown, format: DocumentFormat): string {
  return `${format === 'json' ? jsonSnippet(body) : yamlSnippet(body, '')}\n`;
}

/** The body of a snippet that inserts a value. */
function asSnippet(value: unknown, format: DocumentFormat): unknown {
  if (typeof value === 'string') return literal(value, format);
  if (Array.isArray(value)) return value.map((item) => asSnippet(item, format));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asSnippet(member, format)]));
}
