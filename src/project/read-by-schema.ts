import * as l10n from '@vscode/l10n';
import json from '../../schemas/dataset-studio.schema.json' with { type: 'json' };
import { Locator, type TreeNode } from '../dataset/document-tree.ts';
import type { Span } from '../dataset/problem.ts';
import { nearest } from '../dataset/rules/nearest.ts';
import { valueOfTree } from '../dataset/tree-value.ts';
import { type Schema, type SchemaMistake, schemaMistakes } from '../schema-mistakes.ts';
import { printable } from '../text/printable.ts';
import { projectFileName } from './project-file.ts';

/** `suggestion`: what was probably meant, in place of the span. */
export type ReportProblem = (
  span: Span,
  message: string,
  severity?: 'error' | 'warning',
  suggestion?: string,
) => void;

const schema: Schema = json as Schema;

/** A valid value isn't nested as deeply. */
const maxDepth = 100;

/** The value of a project file. Everything that the schema doesn't allow is reported. */
export function readBySchema(root: TreeNode, report: ReportProblem): unknown {
  const value = valueOfTree(root, maxDepth, undefined);
  const places = new Locator(root, '');
  for (const mistake of schemaMistakes(value, schema)) {
    const { keyword, path } = mistake;
    const place = keyword === 'required' ? path.slice(0, -1) : path;
    const span = places.spanOf({ path: place, target: keyword === 'additionalProperties' ? 'key' : 'value' });
    const { message, severity, suggestion } = describe(mistake);
    report(span, message, severity, suggestion);
    if (keyword === 'additionalProperties') remove(value, path);
  }
  return value;
}

function remove(value: unknown, path: SchemaMistake['path']): void {
  const parent = path.slice(0, -1).reduce((each, step) => (each as typeof path)[step as number], value);
  Reflect.deleteProperty(parent as object, path.at(-1) ?? '');
}

interface Described {
  readonly message: string;
  readonly severity?: 'warning';
  readonly suggestion?: string | undefined;
}

function describe({ keyword, path, value, schema }: SchemaMistake): Described {
  const property = nameOf(path);
  const args = { property, count: 0 };
  switch (keyword) {
    case 'additionalProperties':
      return describeUnknown(String(path.at(-1)), schema.properties ?? {});
    case 'required':
      return {
        message: l10n.t('The property "{property}" is missing. Add it.', { property: String(path.at(-1)) }),
      };
    case 'enum':
      return describeValue(property, value, schema.enum ?? []);
    case 'maxItems':
      args.count = schema.maxItems ?? 0;
      return { message: l10n.t('"{property}" has too many items. The maximum is {count}.', args) };
    case 'maxLength':
      args.count = schema.maxLength ?? 0;
      return { message: l10n.t('"{property}" is too long. The maximum length is {count}.', args) };
    default:
      return { message: describeType(property, value, schema) };
  }
}

/** What messages call a value. */
function nameOf(path: SchemaMistake['path']): string {
  const last = path.findLastIndex((step) => typeof step === 'string');
  const name = last < 0 ? projectFileName : printable(String(path[last]));
  return (
    name +
    path
      .slice(last + 1)
      .map((index) => `[${index}]`)
      .join('')
  );
}

/** An unknown rule is a warning, because a later version may know it. */
function describeUnknown(key: string, known: object): Described {
  const suggestion = nearest(key, Object.keys(known));
  const args = { property: printable(key), suggestion: suggestion ?? '' };
  return {
    message:
      suggestion !== undefined
        ? l10n.t('Unknown property "{property}". Did you mean "{suggestion}"?', args)
        : l10n.t('A project file has no property "{property}" here. Remove it.', args),
    suggestion,
    ...(known === schema.definitions?.rules?.properties && { severity: 'warning' }),
  };
}

function describeValue(property: string, value: unknown, allowed: readonly (string | null)[]): Described {
  const values = allowed.filter((each) => each !== null);
  return {
    message:
      values.length === 1
        ? l10n.t('The rule "{property}" is always an error. Remove it here.', { property })
        : l10n.t('"{property}" must be one of: {values}.', { property, values: values.join(', ') }),
    suggestion: typeof value === 'string' ? nearest(value, values) : undefined,
  };
}

function describeType(property: string, value: unknown, { type = [], minimum = 0 }: Schema): string {
  const args = { property, type: value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value };
  switch ([type].flat()[0]) {
    case 'integer':
      return l10n.t('"{property}" must be a whole number from {minimum}.', { property, minimum });
    case 'object':
      return l10n.t('"{property}" must be an object, but its type is {type}.', args);
    case 'array':
      return l10n.t('"{property}" must be an array, but its type is {type}.', args);
    case 'boolean':
      return l10n.t('"{property}" must be true or false, but its type is {type}.', args);
    default:
      return l10n.t('"{property}" must be a string, but its type is {type}.', args);
  }
}
