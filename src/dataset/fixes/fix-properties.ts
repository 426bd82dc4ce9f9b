import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { kindOf, type ObjectNode, type PropertyNode, propertyOf, type TreeNode } from '../document-tree.ts';
import { addProperty, removeProperty } from '../edits/properties.ts';
import { stringLike } from '../edits/write-value.ts';
import { choice, withDataTypes } from '../language/templates.ts';
import { nearest } from '../rules/nearest.ts';
import { annotationsOf, dataTypeNames, schemaOf } from '../rules/schema.ts';
import { suggestDataType } from '../rules/suggest-data-type.ts';
import { positionsIn } from '../text-positions.ts';
import {
  type FixContext,
  type Fixer,
  namePlaceholder,
  objectAtProblem,
  propertyAtProblem,
  snippetFix,
  usualName,
} from './fix-context.ts';
import { asSnippet, type EditFix, editFix, type Fix } from './fix-edit.ts';

/** Renames an unknown property to the one that it stands for, with a data type that is known, removes it, or declares it. */
export const fixUnknownProperty: Fixer = (context) => {
  const here = propertyAtProblem(context);
  if (here === undefined) return [];
  const { text, format, problem, span } = context;
  const fixes: Fix[] = [];
  if (problem.suggestion !== undefined) {
    const property = problem.suggestion;
    const edit = { ...span, newText: stringLike(text, span, format, property) };
    // What other formats call a property can be meant in another way.
    const isMisspelled = nearest(here.property.key, [property]) !== undefined;
    if (property === 'dataType') fixes.push(...withKnownType(context, here.property, edit.newText));
    fixes.push(
      editFix(isMisspelled ? 'safe' : 'preferred', l10n.t('Change to "{property}"', { property }), edit),
    );
  }
  const title = l10n.t('Remove "{property}"', { property: printable(here.property.key) });
  fixes.push(editFix('possible', title, removeProperty(context.text, here.object, here.property)));
  const of = kindOf(here.object);
  const property = here.property.key;
  if (of !== undefined && property.trim() !== '')
    fixes.push({ kind: 'declare', declaration: { kind: 'property', of, property } });
  return fixes;
};

/** Renames the property of an unknown data type, and replaces its value, too. `key`: as it is written. */
function withKnownType(context: FixContext, { keySpan, value }: PropertyNode, key: string): EditFix[] {
  const { text, format, options } = context;
  const dataType = value?.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
  if (value === undefined || dataType === undefined) return [];
  if (dataTypeNames(options.dataTypes).includes(dataType)) return [];
  const suggested = suggestDataType(dataType, options.dataTypes);
  if (!suggested?.isKnown) return [];
  const between = text.slice(keySpan.end, value.start);
  const newText = key + between + stringLike(text, value, format, suggested.dataType);
  const args = { property: 'dataType', dataType: printable(suggested.dataType) };
  const title = l10n.t('Rename to "{property}", and change its value to "{dataType}"', args);
  return [editFix('preferred', title, { start: keySpan.start, end: value.end, newText })];
}

/** Adds missing properties with placeholders. */
export const fixMissingProperty: Fixer = (context) => {
  const object = objectAtProblem(context);
  const kind = object && kindOf(object);
  if (object === undefined || kind === undefined) return [];
  const { required, defaultSnippets } = schemaOf[kind];
  const missing = required.filter((key) => propertyOf(object, key) === undefined);
  const [all] = defaultSnippets ?? [];
  if (object.properties.length === 0 && all !== undefined) {
    const title = l10n.t('Add "{first}" and "{second}"', {
      first: missing[0] ?? '',
      second: missing[1] ?? '',
    });
    return [snippetFix(context, object, all.body, title)];
  }
  return missing.flatMap((key): EditFix[] => {
    const edit = addProperty(context, object, key, bodyOf(context, object, key));
    const title = l10n.t('Add "{property}"', { property: key });
    return edit === undefined ? [] : [editFix('preferred', title, asSnippet(edit))];
  });
};

/** Removes one of two properties of the same name. If their values are equal, nothing is lost. */
export const fixDuplicateKey: Fixer = (context) => {
  const here = propertyAtProblem(context);
  const first = here?.object.properties.find(({ key }) => key === here.property.key);
  if (here === undefined || first === undefined || first === here.property) return [];
  const { object, property } = here;
  const args = { property: printable(property.key) };
  const isSame = JSON.stringify(contentIn(property)) === JSON.stringify(contentIn(first));
  const remove = (which: PropertyNode, title: string): EditFix =>
    editFix(isSame ? 'safe' : 'possible', title, removeProperty(context.text, object, which));
  if (isSame) return [remove(property, l10n.t('Remove the second "{property}"', args))];
  const line = positionsIn(context.text)(first.keySpan.start).line + 1;
  return [
    remove(property, l10n.t('Remove this "{property}"', args)),
    remove(first, l10n.t('Keep this "{property}" and remove the one on line {line}', { ...args, line })),
  ];
};

function bodyOf(context: FixContext, object: ObjectNode, key: string): unknown {
  const kind = kindOf(object) ?? 'dataset';
  if (key === 'name') return namePlaceholder(usualName(kind), object, context);
  if (key === 'dataType') return choice(1, dataTypeNames(context.options.dataTypes), context.format);
  const body = annotationsOf(kind, key)?.defaultSnippets?.[0]?.body;
  return withDataTypes(body, context.options.dataTypes, context.format);
}

/** What a property means, including duplicate keys in it, to compare properties. */
function contentIn({ value }: PropertyNode): unknown {
  return value === undefined ? undefined : contentAt(value);
}

function contentAt(node: TreeNode): unknown {
  switch (node.type) {
    case 'object':
      return { object: node.properties.map((property) => [property.key, contentIn(property)]) };
    case 'array':
      return node.items.map(contentAt);
    default:
      // No alias equals another, because each could refer to something else.
      return node.value === undefined ? { alias: [node.start] } : node.value;
  }
}
