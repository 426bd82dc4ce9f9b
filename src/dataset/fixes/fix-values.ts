import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { itemsKind, kindOf, nameOf, pathTo, type ScalarNode, type TreeNode } from '../document-tree.ts';
import { replaceValue } from '../edits/properties.ts';
import { stringLike } from '../edits/write-value.ts';
import { choice, literal } from '../language/templates.ts';
import { annotationsOf, dataTypeNames, schemaOf } from '../rules/schema.ts';
import { isSameName, suggestDataType } from '../rules/suggest-data-type.ts';
import { type FixContext, type Fixer, propertyAtProblem, snippetFix, valueAtProblem } from './fix-context.ts';
import { asSnippet, type EditFix, editFix, type Fix } from './fix-edit.ts';
import { giveName } from './fix-names.ts';

/** Replaces an unknown data type by the one that it stands for, which may have to be declared, or by a choice of all; or declares it. */
export const fixUnknownDataType: Fixer = (context) => {
  const node = valueAtProblem(context);
  if (node?.type !== 'scalar' || typeof node.value !== 'string') return [];
  const { text, format, span, options } = context;
  const dataType = node.value;
  const fixes: Fix[] = [];
  const suggested = suggestDataType(dataType, options.dataTypes);
  if (suggested !== undefined) {
    const title = l10n.t('Change to "{dataType}"', { dataType: printable(suggested.dataType) });
    const edit = { ...span, newText: stringLike(text, span, format, suggested.dataType) };
    // `int64` certainly means Int64, but `Int32` doesn't.
    const isSafe = suggested.isKnown && isSameName(suggested.dataType, dataType);
    if (suggested.isKnown) fixes.push(editFix(isSafe ? 'safe' : 'preferred', title, edit));
    else fixes.push({ ...editFix('possible', title, edit), declares: suggested.dataType });
  }
  if (!suggested?.isKnown) fixes.push(chooseDataType(context, node));
  if (dataType.trim() !== '') fixes.push({ kind: 'declare', declaration: { kind: 'data-type', dataType } });
  return fixes;
};

/** Adds a table or column to an empty list. */
export const fixEmptyArray: Fixer = (context) => {
  const node = valueAtProblem(context);
  return node?.type === 'array' ? addItems(context, node) : [];
};

/** Converts a value of a wrong type where it is obvious what is meant. */
export const fixWrongType: Fixer = (context) => {
  const node = emptyValueAtProblem(context) ?? valueAtProblem(context);
  if (node === undefined) return [];
  const { parent, property } = node;
  if (parent?.type === 'array') return fixItem(context, node);
  if (parent === undefined || property === undefined) return [];
  if (property.key === 'tables' || property.key === 'columns') return fixArray(context, node);
  if (node.type !== 'scalar') return [];
  const kind = kindOf(parent);
  if (property.key === 'dataType') return [chooseDataType(context, node)];
  if (kind === undefined || node.value === undefined) return [];
  return node.value === null ? [giveName(context, node, node.parent ?? node, kind)] : [quote(context, node)];
};

function fixArray(context: FixContext, node: TreeNode): EditFix[] {
  if (node.type === 'object' && !node.isBlock && nameOf(node) !== undefined) {
    const { start, end } = node;
    const edit = { start, end, newText: `[${context.text.slice(start, end)}]` };
    return [editFix('preferred', l10n.t('Convert to a list'), edit)];
  }
  const isUnset = node.type === 'scalar' && (node.value === null || node.value === '');
  return isUnset ? addItems(context, node) : [];
}

function addItems(context: FixContext, node: TreeNode): EditFix[] {
  const owner = node.parent && kindOf(node.parent);
  const items = itemsKind(node);
  const body = owner && node.property && annotationsOf(owner, node.property.key)?.defaultSnippets?.[0]?.body;
  if (items === undefined || body === undefined) return [];
  const title = items === 'table' ? l10n.t('Add a table') : l10n.t('Add a column');
  return [snippetFix(context, node, body, title)];
}

/** A name alone, or `null`, where a table or a column should be. */
function fixItem(context: FixContext, node: TreeNode): EditFix[] {
  const kind = node.parent && itemsKind(node.parent);
  const snippet = kind && schemaOf[kind].defaultSnippets?.[0]?.body;
  if (kind === undefined || node.type !== 'scalar' || typeof snippet !== 'object' || snippet === null)
    return [];
  if (typeof node.value !== 'string' && node.value !== null) return [];
  const name = typeof node.value === 'string' ? node.value.trim() : '';
  const body =
    name === ''
      ? snippet
      : kind === 'column'
        ? {
            name: literal(name, context.format),
            dataType: choice(1, dataTypeNames(context.options.dataTypes), context.format),
          }
        : { ...snippet, name: literal(name, context.format) };
  const title = kind === 'table' ? l10n.t('Convert to a table') : l10n.t('Convert to a column');
  return [snippetFix(context, node, body, title)];
}

function quote(context: FixContext, node: ScalarNode): EditFix {
  const { start, end } = node;
  const edit = { start, end, newText: JSON.stringify(context.text.slice(start, end)) };
  return editFix('safe', l10n.t('Enclose in double quotes'), edit);
}

function chooseDataType(context: FixContext, node: ScalarNode): EditFix {
  const body = choice(1, dataTypeNames(context.options.dataTypes), context.format);
  return editFix('possible', l10n.t('Choose a data type'), asSnippet(replaceValue(context, node, body)));
}

/** An empty YAML value: the problem points at its key, or at the dash before it. */
function emptyValueAtProblem(context: FixContext): TreeNode | undefined {
  const { text, span, root } = context;
  const value = propertyAtProblem(context)?.property.value;
  if (value !== undefined) return isEmpty(value) ? value : undefined;
  if (root === undefined || text[span.start] !== '-') return undefined;
  const list = pathTo(root, span.start).findLast(({ type }) => type === 'array');
  return list?.type === 'array'
    ? list.items.find((item) => isEmpty(item) && text.lastIndexOf('-', item.start) === span.start)
    : undefined;
}

function isEmpty({ start, end }: TreeNode): boolean {
  return start === end;
}
