import * as l10n from '@vscode/l10n';
import json from '../../schemas/dataset-studio.schema.json' with { type: 'json' };
import type { ObjectNode, TreeNode } from '../dataset/document-tree.ts';
import type { Span } from '../dataset/problem.ts';
import { nearest } from '../dataset/rules/nearest.ts';
import { printable } from '../text/printable.ts';

/** What the schema of project files uses of JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly (string | null)[];
  /** The first one is what a value should be. */
  readonly type?: string | readonly string[];
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
}

/** `suggestion`: what was probably meant, in place of the span. */
export type ReportProblem = (
  span: Span,
  message: string,
  severity?: 'error' | 'warning',
  suggestion?: string,
) => void;

const schema = json as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

/** The value of a node. Everything that the schema doesn't allow is reported. `name`: what messages call the value. */
export function readBySchema(
  node: TreeNode,
  name: string,
  report: ReportProblem,
  { $ref, ...own }: Schema = schema,
): unknown {
  const {
    type = [],
    enum: values,
    ...allowed
  } = ($ref && schema.definitions[$ref.replace('#/definitions/', '')]) || own;
  const value = node.type === 'scalar' ? node.value : undefined;
  const found = node.type !== 'scalar' ? node.type : value === null ? 'null' : typeof value;
  const types = [type].flat();
  const [property, count] = [name, allowed.maxLength ?? Number.POSITIVE_INFINITY];
  const { maxItems = Number.POSITIVE_INFINITY } = allowed;
  if (values !== undefined) {
    if (!values.some((each) => each === value)) reportValue(node, property, value, values, report);
  } else if (types[0] === 'integer') {
    const { minimum = 0 } = allowed;
    const isNull = value === null && types.includes('null');
    if (!isNull && !(Number.isSafeInteger(value) && Number(value) >= minimum))
      report(node, l10n.t('"{property}" must be a whole number from {minimum}.', { property, minimum }));
  } else if (!types.includes(found)) reportType(node, types[0], { property, type: found }, report);
  else if (node.type === 'object') return readObject(node, allowed, report);
  else if (node.type === 'array' && node.items.length > maxItems)
    report(
      node,
      l10n.t('"{property}" has too many items. The maximum is {count}.', { property, count: maxItems }),
    );
  else if (node.type === 'array')
    return node.items.map((item, index) => readBySchema(item, `${name}[${index}]`, report, allowed.items));
  else if (String(value).length > count)
    report(node, l10n.t('"{property}" is too long. The maximum length is {count}.', { property, count }));
  return value;
}

function readObject(
  node: ObjectNode,
  { properties = {}, required = [], additionalProperties }: Schema,
  report: ReportProblem,
): unknown {
  const read = new Map<string, unknown>();
  for (const { key, keySpan, value } of node.properties) {
    const ofKey = Object.hasOwn(properties, key) ? properties[key] : additionalProperties || undefined;
    if (ofKey === undefined) reportUnknown(key, keySpan, properties, report);
    else if (value !== undefined) read.set(key, readBySchema(value, printable(key), report, ofKey));
  }
  for (const property of required)
    if (!read.has(property))
      report(node, l10n.t('The property "{property}" is missing. Add it.', { property }));
  return Object.fromEntries(read);
}

/** An unknown rule is a warning, because a later version may know it. */
function reportUnknown(key: string, span: Span, known: object, report: ReportProblem): void {
  const suggestion = nearest(key, Object.keys(known));
  const args = { property: printable(key), suggestion: suggestion ?? '' };
  if (known === schema.definitions.rules?.properties)
    report(
      span,
      suggestion !== undefined
        ? l10n.t('There is no rule "{property}". Did you mean "{suggestion}"?', args)
        : l10n.t('There is no rule "{property}".', args),
      'warning',
      suggestion,
    );
  else
    report(
      span,
      suggestion !== undefined
        ? l10n.t('Unknown property "{property}". Did you mean "{suggestion}"?', args)
        : l10n.t('A project file has no property "{property}" here. Remove it.', args),
      'error',
      suggestion,
    );
}

function reportValue(
  span: Span,
  property: string,
  value: unknown,
  allowed: readonly (string | null)[],
  report: ReportProblem,
): void {
  const values = allowed.filter((each) => each !== null);
  const suggestion = typeof value === 'string' ? nearest(value, values) : undefined;
  const args = { property, values: values.join(', '), suggestion: suggestion ?? '' };
  report(
    span,
    values.length === 1
      ? l10n.t('The rule "{property}" is always an error. Remove it here.', args)
      : suggestion !== undefined
        ? l10n.t('"{property}" must be one of: {values}. Did you mean "{suggestion}"?', args)
        : l10n.t('"{property}" must be one of: {values}.', args),
    'error',
    suggestion,
  );
}

function reportType(
  node: TreeNode,
  wanted: string | undefined,
  args: { property: string; type: string },
  report: ReportProblem,
): void {
  if (wanted === 'object')
    report(node, l10n.t('"{property}" must be an object, but its type is {type}.', args));
  else if (wanted === 'array')
    report(node, l10n.t('"{property}" must be an array, but its type is {type}.', args));
  else if (wanted === 'boolean')
    report(node, l10n.t('"{property}" must be true or false, but its type is {type}.', args));
  else report(node, l10n.t('"{property}" must be a string, but its type is {type}.', args));
}
