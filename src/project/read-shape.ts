import * as l10n from '@vscode/l10n';
import type { ObjectNode, TreeNode } from '../dataset/document-tree.ts';
import type { Span } from '../dataset/problem.ts';
import { nearest } from '../dataset/rules/nearest.ts';
import { printable } from '../text/printable.ts';
import type { Shape } from './project-shape.ts';

export type ReportProblem = (span: Span, message: string, severity?: 'error' | 'warning') => void;

/** The value of a node. What doesn't have the shape is reported and left out. `name`: what messages call the value. */
export function readShape(node: TreeNode, shape: Shape, name: string, report: ReportProblem): unknown {
  if (shape.type === 'object')
    return node.type === 'object' ? readObject(node, shape, report) : wrongType(node, shape, name, report);
  if (shape.type === 'array') {
    const items =
      node.type === 'array' ? node.items : shape.orItem && node.type === 'scalar' ? [node] : undefined;
    return items === undefined
      ? wrongType(node, shape, name, report)
      : items.map((item, index) => readShape(item, shape.items, `${name}[${index}]`, report));
  }
  const value = node.type === 'scalar' ? node.value : undefined;
  if (shape.type === 'integer') {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
    report(node, l10n.t('"{property}" must be a whole number above 0.', { property: name }));
    return undefined;
  }
  const { values, maxLength = Number.POSITIVE_INFINITY } = shape;
  if (values !== undefined && !values.some((each) => each === value))
    report(
      node,
      l10n.t('"{property}" must be one of: {values}.', { property: name, values: values.join(', ') }),
    );
  else if (typeof value !== 'string') return wrongType(node, shape, name, report);
  else if (value.length > maxLength)
    report(
      node,
      l10n.t('"{property}" is too long. The maximum length is {count}.', {
        property: name,
        count: maxLength,
      }),
    );
  return value;
}

function readObject(node: ObjectNode, shape: Shape & { type: 'object' }, report: ReportProblem): unknown {
  const { properties, required = [], others } = shape;
  const read = new Map<string, unknown>();
  for (const { key, keySpan, value } of node.properties) {
    const ofKey = Object.hasOwn(properties, key) ? properties[key] : others;
    if (ofKey === undefined) reportUnknown(key, keySpan, shape, report);
    else if (value?.type === 'scalar' && value.value === null && !required.includes(key)) read.set(key, null);
    else if (value !== undefined) read.set(key, readShape(value, ofKey, printable(key), report));
  }
  for (const property of required)
    if (!read.has(property))
      report(node, l10n.t('The property "{property}" is missing. Add it.', { property }));
  return Object.fromEntries(read);
}

function reportUnknown(
  key: string,
  span: Span,
  shape: Shape & { type: 'object' },
  report: ReportProblem,
): void {
  const property = printable(key);
  const suggestion = nearest(key, Object.keys(shape.properties));
  if (shape.areRules)
    report(
      span,
      suggestion === undefined
        ? l10n.t('There is no rule "{property}".', { property })
        : l10n.t('There is no rule "{property}". Did you mean "{suggestion}"?', { property, suggestion }),
      'warning',
    );
  else
    report(
      span,
      suggestion === undefined
        ? l10n.t('A project file has no property "{property}" here. Remove it.', { property })
        : l10n.t('Unknown property "{property}". Did you mean "{suggestion}"?', { property, suggestion }),
    );
}

function wrongType(node: TreeNode, shape: Shape, property: string, report: ReportProblem): undefined {
  const type = node.type !== 'scalar' ? node.type : node.value === null ? 'null' : typeof node.value;
  const args = { property, type };
  if (shape.type === 'object')
    report(node, l10n.t('"{property}" must be an object, but its type is {type}.', args));
  else if (shape.type === 'array')
    report(node, l10n.t('"{property}" must be an array, but its type is {type}.', args));
  else report(node, l10n.t('"{property}" must be a string, but its type is {type}.', args));
}
