import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { kindOf, type TreeNode } from '../document-tree.ts';
import { stringLike } from '../edits/write-value.ts';
import type { Kind } from '../rules/schema.ts';
import {
  type FixContext,
  type Fixer,
  freeName,
  namePlaceholder,
  snippetFix,
  usualName,
  valueAtProblem,
} from './fix-context.ts';
import type { Edit, EditFix } from './fix-edit.ts';

/** Replaces an empty name by a placeholder. */
export const fixEmptyName: Fixer = (context) => {
  const named = nameAtProblem(context);
  if (named === undefined) return [];
  return [giveName(context, named.value, named.item, named.kind)];
};

/** Replaces the value of a missing or empty name by a placeholder. */
export function giveName(context: FixContext, value: TreeNode, item: TreeNode, kind: Kind): EditFix {
  return snippetFix(context, value, namePlaceholder(usualName(kind), item, context), nameTitles[kind]());
}

/** Replaces a duplicate name by a placeholder with a free name. */
export const fixDuplicateName: Fixer = (context) => {
  const named = nameAtProblem(context);
  if (named === undefined || typeof named.name !== 'string') return [];
  const name = freeName(named.name, named.item);
  const title = l10n.t('Rename to "{name}"', { name: printable(name) });
  return [snippetFix(context, named.value, namePlaceholder(named.name, named.item, context), title)];
};

/** Removes white space and control characters from a name. */
export const fixUntidyName: Fixer = (context) => {
  const named = nameAtProblem(context);
  if (named === undefined || typeof named.name !== 'string') return [];
  const name = tidyName(named.name);
  if (name === '') return [];
  const { start, end } = named.value;
  const edit: Edit = { start, end, newText: stringLike(context.text, named.value, context.format, name) };
  const title = l10n.t('Change to "{name}"', { name: printable(name) });
  return [{ kind: 'edit', title, edit, isPreferred: true, isSafe: true }];
};

/** Removes control characters and white space at the ends. Line breaks and tabs between words become spaces. */
function tidyName(name: string): string {
  return name
    .replace(/[\t-\r\u0085]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

const nameTitles: Readonly<Record<Kind, () => string>> = {
  dataset: () => l10n.t('Give the dataset a name'),
  table: () => l10n.t('Give the table a name'),
  column: () => l10n.t('Give the column a name'),
};

/** The name that a problem points at, and the item that has it. */
function nameAtProblem(context: FixContext) {
  const value = valueAtProblem(context);
  const item: TreeNode | undefined = value?.parent;
  const kind = item && kindOf(item);
  if (value?.type !== 'scalar' || item === undefined || kind === undefined) return undefined;
  return { value, name: value.value, item, kind };
}
