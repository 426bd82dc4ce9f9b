import { isRecord } from '../src/is-record.ts';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Keywords whose values are schemas by name. */
const schemaMaps: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

/** Keywords whose value is a schema. */
const subschemas: ReadonlySet<string> = new Set(['items', 'additionalProperties']);

/** What editors show or insert. All other keywords are assertions, which our own validator reports. */
const annotations: ReadonlySet<string> = new Set([
  '$id',
  '$ref',
  'title',
  'description',
  'markdownDescription',
  'examples',
  'default',
  'defaultSnippets',
  'allowTrailingCommas',
]);

/**
 * Derives a schema for VS Code's JSON service (`jsonValidation`) from one of this folder: all that completion
 * and hover need, and no assertion that would report a problem twice, and with VS Code's severity. Values to choose from stay, in an
 * `anyOf` that allows any value.
 */
export function editorSchema(schema: Json): Json {
  if (!isRecord(schema)) return schema;
  const kept: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.has(keyword)) kept[keyword] = value;
    else if (keyword === '$schema') kept.$schema = 'http://json-schema.org/draft-07/schema#';
    else if (keyword === 'anyOf' && isArray(value)) kept.anyOf = value.map(alternative);
    else if (keyword === 'enum') kept.anyOf = [{ enum: value }, {}];
    else if (subschemas.has(keyword) && isRecord(value)) kept[keyword] = editorSchema(value);
    else if (schemaMaps.has(keyword) && isRecord(value)) {
      kept[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, editorSchema(member)]),
      );
    }
  }
  return kept;
}

/** Keeps a `const`, which editors suggest. Another alternative accepts any value. */
function alternative(schema: Json): Json {
  const derived = editorSchema(schema);
  return isRecord(schema) && isRecord(derived) && schema.const !== undefined
    ? { const: schema.const, ...derived }
    : derived;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
