import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import { choice } from '../authoring/snippet.ts';
import { kindOf, type ObjectNode, type PropertyNode, propertyOf, type TreeNode } from '../document-tree.ts';
import { annotationsOf, dataTypeNames, schemaOf } from '../rules/schema.ts';
import { lineStart } from '../text-positions.ts';
import type { EditFix } from './fix.ts';
import { type Mender, namePlaceholder, objectHere, propertyHere, type Site, usualName } from './site.ts';
import { stringLike } from './strings.ts';
import { addProperty, removeProperty, replaceValue } from './structure-edits.ts';

/** The nearest property, or none. */
export const mendUnknownProperty: Mender = (site) => {
  const here = propertyHere(site);
  if (here === undefined) return [];
  const { text, format, problem, span, options } = site;
  const fixes: EditFix[] = [];
  if (problem.suggestion !== undefined) {
    const property = problem.suggestion;
    fixes.push({
      kind: 'edit',
      title: l10n.t('Change to "{property}"', { property }),
      edit: { ...span, newText: stringLike(text, span, format, property) },
      isPreferred: true,
      isSafe: true,
    });
  }
  fixes.push({
    kind: 'edit',
    title: l10n.t('Remove "{property}"', { property: printable(here.property.key) }),
    edit: removeProperty(site, here.object, here.property),
    isPreferred: false,
    isSafe: false,
  });
  return fixes;
};

/** What an object lacks, with placeholders. */
export const mendMissingProperty: Mender = (site) => {
  const object = objectHere(site);
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
    const edit = replaceValue(site, object, all.body);
    return [{ kind: 'edit', title, edit, isPreferred: true, isSafe: false }];
  }
  return missing.flatMap((key): EditFix[] => {
    const edit = addProperty(site, object, key, bodyOf(site, object, key));
    const title = l10n.t('Add "{property}"', { property: key });
    return edit === undefined ? [] : [{ kind: 'edit', title, edit, isPreferred: true, isSafe: false }];
  });
};

/** One of two properties of the same name. Where their values are the same, nothing is lost by it. */
export const mendDuplicateKey: Mender = (site) => {
  const here = propertyHere(site);
  const first = here?.object.properties.find(({ key }) => key === here.property.key);
  if (here === undefined || first === undefined || first === here.property) return [];
  const { object, property } = here;
  const args = { property: printable(property.key) };
  const isSame = JSON.stringify(contentIn(property)) === JSON.stringify(contentIn(first));
  const remove = (which: PropertyNode, title: string): EditFix => ({
    kind: 'edit',
    title,
    edit: removeProperty(site, object, which),
    isPreferred: isSame,
    isSafe: isSame,
  });
  if (isSame) return [remove(property, l10n.t('Remove the second "{property}"', args))];
  const line = lineNumber(site.text, first.keySpan.start);
  return [
    remove(property, l10n.t('Remove this "{property}"', args)),
    remove(first, l10n.t('Keep this "{property}", and remove the one in line {line}', { ...args, line })),
  ];
};

function bodyOf(site: Site, object: ObjectNode, key: string): unknown {
  const kind = kindOf(object) ?? 'dataset';
  if (key === 'name') return namePlaceholder(usualName(kind), object, site);
  if (key === 'dataType') return choice(1, dataTypeNames(site.options.dataTypes), site.format);
  return annotationsOf(kind, key)?.defaultSnippets?.[0]?.body;
}

/** What a property stands for, with what is named twice in it, too. */
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
      // Each alias may stand for something else.
      return node.value === undefined ? { alias: [node.start] } : node.value;
  }
}

function lineNumber(text: string, offset: number): number {
  return text.slice(0, lineStart(text, offset)).split(/\r\n?|\n/).length;
}
