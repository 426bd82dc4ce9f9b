import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { choice, literal } from '../authoring/snippet.ts';
import { itemsKind, kindOf, nameOf, pathTo, type ScalarNode, type TreeNode } from '../document-tree.ts';
import { annotationsOf, dataTypeNames, type Kind, schemaOf } from '../rules/schema.ts';
import type { EditFix, Fix } from './fix.ts';
import { nameTitle } from './mend-names.ts';
import { type Mender, namePlaceholder, propertyHere, type Site, usualName, valueHere } from './site.ts';
import { stringLike } from './strings.ts';
import { replaceValue } from './structure-edits.ts';

/** The nearest data type; without one, all to choose from. Or the setting that makes it a known one. */
export const mendUnknownDataType: Mender = (site) => {
  const node = valueHere(site);
  if (node?.type !== 'scalar' || typeof node.value !== 'string') return [];
  const { text, format, problem, span, options } = site;
  const dataType = node.value;
  const fixes: Fix[] = [];
  if (problem.suggestion === undefined) fixes.push(chooseDataType(site, node));
  else
    fixes.push({
      kind: 'edit',
      title: l10n.t('Change to "{dataType}"', { dataType: printable(problem.suggestion) }),
      edit: { ...span, newText: stringLike(text, span, format, problem.suggestion) },
      isPreferred: true,
      // Int32 may be meant; int64 is meant to be Int64.
      isSafe: problem.suggestion.toLowerCase() === dataType.trim().toLowerCase(),
    });
  if (dataType.trim() !== '') fixes.push({ kind: 'data-type', dataType });
  return fixes;
};

/** A table or column where there is none. */
export const mendEmptyArray: Mender = (site) => {
  const node = valueHere(site);
  return node?.type === 'array' ? addItems(site, node) : [];
};

/** What is obviously meant by a value of another type. */
export const mendWrongType: Mender = (site) => {
  const node = emptyValueHere(site) ?? valueHere(site);
  if (node === undefined) return [];
  const { parent, property } = node;
  if (parent?.type === 'array') return mendItem(site, node);
  if (parent === undefined || property === undefined) return [];
  if (property.key === 'tables' || property.key === 'columns') return mendArray(site, node);
  if (node.type !== 'scalar') return [];
  const kind = kindOf(parent);
  if (property.key === 'dataType') return [chooseDataType(site, node)];
  if (kind === undefined || node.value === undefined) return [];
  return node.value === null ? [giveName(site, node, kind)] : [quote(site, node)];
};

function mendArray(site: Site, node: TreeNode): EditFix[] {
  if (node.type === 'object' && !node.isBlock && nameOf(node) !== undefined) {
    const { start, end } = node;
    return [
      {
        kind: 'edit',
        title: l10n.t('Make it a list of one'),
        edit: { start, end, newText: `[${site.text.slice(start, end)}]` },
        isPreferred: true,
        isSafe: false,
      },
    ];
  }
  return node.type === 'scalar' && isNothing(node) ? addItems(site, node) : [];
}

function addItems(site: Site, node: TreeNode): EditFix[] {
  const owner = node.parent && kindOf(node.parent);
  const items = itemsKind(node);
  const body = owner && node.property && annotationsOf(owner, node.property.key)?.defaultSnippets?.[0]?.body;
  if (items === undefined || body === undefined) return [];
  const title = items === 'table' ? l10n.t('Add a table') : l10n.t('Add a column');
  return [{ kind: 'edit', title, edit: replaceValue(site, node, body), isPreferred: true, isSafe: false }];
}

/** A name alone, or nothing, where a table or a column should be. */
function mendItem(site: Site, node: TreeNode): EditFix[] {
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
            name: literal(name, site.format),
            dataType: choice(1, dataTypeNames(site.options.dataTypes), site.format),
          }
        : { ...snippet, name: literal(name, site.format) };
  const title = kind === 'table' ? l10n.t('Make it a table') : l10n.t('Make it a column');
  return [{ kind: 'edit', title, edit: replaceValue(site, node, body), isPreferred: true, isSafe: false }];
}

function quote(site: Site, node: ScalarNode): EditFix {
  const { start, end } = node;
  return {
    kind: 'edit',
    title: l10n.t('Put it in double quotes'),
    edit: { start, end, newText: JSON.stringify(site.text.slice(start, end)) },
    isPreferred: true,
    isSafe: true,
  };
}

function giveName(site: Site, node: ScalarNode, kind: Kind): EditFix {
  const body = namePlaceholder(usualName(kind), node.parent ?? node, site);
  const edit = replaceValue(site, node, body);
  return { kind: 'edit', title: nameTitle(kind, site), edit, isPreferred: true, isSafe: false };
}

function chooseDataType(site: Site, node: ScalarNode): EditFix {
  const body = choice(1, dataTypeNames(site.options.dataTypes), site.format);
  return {
    kind: 'edit',
    title: l10n.t('Choose a data type'),
    edit: replaceValue(site, node, body),
    isPreferred: false,
    isSafe: false,
  };
}

/** The value that stands nowhere: what is pointed at is its YAML key, or the dash before it. */
function emptyValueHere(site: Site): TreeNode | undefined {
  const { text, span, root } = site;
  const value = propertyHere(site)?.property.value;
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

function isNothing({ value }: ScalarNode): boolean {
  return value === null || value === '';
}
