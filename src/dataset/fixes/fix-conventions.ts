import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { blockReader } from '../edits/block-items.ts';
import { addColumns } from '../edits/operation.ts';
import { operationEdits } from '../edits/operation-edits.ts';
import { removeProperty } from '../edits/properties.ts';
import { applyEdits } from '../edits/text-edit.ts';
import { stringLike, stringLiteral } from '../edits/write-value.ts';
import { type FixContext, type Fixer, propertyAtProblem, valueAtProblem } from './fix-context.ts';
import { type EditFix, editFix } from './fix-edit.ts';

/** Renames to what the rule suggests. */
export const fixConventionalName: Fixer = (context) => {
  const name = context.problem.suggestion ?? '';
  return name === '' ? [] : replaceBy(context, name, l10n.t('Rename to "{name}"', { name: printable(name) }));
};

/** Adds a required column as the last one, or changes its data type. */
export const fixRequiredColumn: Fixer = (context) => {
  const { text, root, problem, format, options } = context;
  const { suggestion = '' } = problem;
  const here = propertyAtProblem(context);
  if (here === undefined)
    return replaceBy(
      context,
      suggestion,
      l10n.t('Change to "{dataType}"', { dataType: printable(suggestion) }),
    );
  const column = options.require?.columns?.find(({ name }) => name === suggestion);
  const { parent: tables } = here.object;
  if (root === undefined || column === undefined || tables?.type !== 'array') return [];
  const edits = operationEdits(
    { ...context, writeString: stringLiteral(format), blocksOf: blockReader(text) },
    root,
    addColumns(tables.items.indexOf(here.object), [{ name: column.name, dataType: column.dataType }]),
  );
  const [first] = edits.ok ? edits.value : [];
  const last = edits.ok ? edits.value.at(-1) : undefined;
  if (!edits.ok || first === undefined || last === undefined) return [];
  const newText = applyEdits(text.slice(0, last.end), edits.value).slice(first.start);
  const title = l10n.t('Add the column "{name}"', { name: printable(column.name) });
  return [editFix('preferred', title, { start: first.start, end: last.end, newText })];
};

/** Removes the reference to a schema. */
export const fixSchemaReference: Fixer = (context) => {
  const here = propertyAtProblem(context);
  if (here === undefined) return [];
  const title = l10n.t('Remove "{property}"', { property: here.property.key });
  return [editFix('possible', title, removeProperty(context.text, here.object, here.property))];
};

function replaceBy(context: FixContext, value: string, title: string): EditFix[] {
  const node = valueAtProblem(context);
  if (node?.type !== 'scalar') return [];
  const { start, end } = node;
  const newText = stringLike(context.text, node, context.format, value);
  return [editFix('preferred', title, { start, end, newText })];
}
