import type { ToolName } from './tool-names.ts';

type PropertyType = 'string' | 'boolean' | 'object' | 'array';

/** Of every tool. An error has these, and what its message speaks of. */
const common = {
  isError: 'boolean',
  error: 'string',
  message: 'string',
  next: 'string',
  truncated: 'string',
} as const;

const ofTools: Readonly<Record<ToolName, Readonly<Record<string, PropertyType>>>> = {
  dataset_validate: {
    version: 'string',
    valid: 'boolean',
    counts: 'object',
    problems: 'array',
    documents: 'array',
    skipped: 'array',
  },
  dataset_fix: { version: 'string', diff: 'string', remaining: 'array', counts: 'object' },
  dataset_infer: { dataset: 'object', tables: 'array', sources: 'array', note: 'string', skipped: 'array' },
  dataset_check: {
    fits: 'boolean',
    findings: 'array',
    tables: 'array',
    tablesWithoutData: 'array',
    note: 'string',
    skipped: 'array',
  },
  dataset_describe: {
    schema: 'object',
    rules: 'array',
    conventions: 'object',
    note: 'string',
    dataTypes: 'array',
  },
  dataset_environments: { environments: 'array' },
  dataset_create: {
    outcome: 'string',
    datasetId: 'string',
    submissionId: 'string',
    warning: 'string',
    details: 'string',
    counts: 'object',
  },
};

/**
 * The results of each tool, which are `structuredContent` over MCP: only the names and types at the top, because a model reads them
 * in every turn. Nothing is required: an error has other properties. Tests have the full schemas.
 */
export const outputSchemas = Object.fromEntries(
  Object.entries(ofTools).map(([name, own]) => {
    const types = Object.entries({ ...common, ...own });
    const properties = Object.fromEntries(types.map(([property, type]) => [property, { type }]));
    return [name, { type: 'object', properties }];
  }),
) as Readonly<
  Record<ToolName, { readonly type: 'object'; readonly properties: Readonly<Record<string, object>> }>
>;
