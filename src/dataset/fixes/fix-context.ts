import { itemAt, nameOf, type ObjectNode, pathTo, type TreeNode } from '../document-tree.ts';
import { layoutOf } from '../edits/layout.ts';
import { type EditContext, replaceValue } from '../edits/properties.ts';
import { literal, snippetStrings, withDataTypes } from '../language/templates.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Problem, Span } from '../problem.ts';
import { foldedName } from '../rules/names.ts';
import { type Kind, schemaOf } from '../rules/schema.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { offsetsIn } from '../text-positions.ts';
import { asSnippet, type EditFix, editFix, type Fix, placeholderDefaults } from './fix-edit.ts';

/** A problem and what its fixer needs to know. */
export interface FixContext extends EditContext {
  readonly problem: Problem;
  /** Where the problem is, in UTF-16 offsets. */
  readonly span: Span;
  readonly root: TreeNode | undefined;
  readonly options: RuleSettings;
}

/** Proposes fixes for a problem of one rule. They are offered only if they turn out to work. */
export type Fixer = (context: FixContext) => Fix[];

/** The value that the problem points at. */
export function valueAtProblem({ root, span }: FixContext): TreeNode | undefined {
  if (root === undefined) return undefined;
  return pathTo(root, span.start).findLast(({ start, end }) => start === span.start && end === span.end);
}

/** The property whose name the problem points at, and its object. */
export function propertyAtProblem({ root, span }: FixContext) {
  if (root === undefined) return undefined;
  for (const object of pathTo(root, span.start)) {
    if (object.type !== 'object') continue;
    const property = itemAt(object.properties, span.start, ({ keySpan }) => keySpan);
    if (property && isSame(property.keySpan, span)) return { object, property };
  }
  return undefined;
}

/** The object whose opening the problem points at: its brace, or the first key of a YAML block. */
export function objectAtProblem({ root, span }: FixContext): ObjectNode | undefined {
  if (root === undefined) return undefined;
  return pathTo(root, span.start).find(
    (node) =>
      node.type === 'object' &&
      (node.isBlock
        ? node.properties[0] !== undefined && isSame(node.properties[0].keySpan, span)
        : node.start === span.start),
  ) as ObjectNode | undefined;
}

/** A preferred fix that replaces a value by a snippet. */
export function snippetFix(context: FixContext, node: TreeNode, body: unknown, title: string): EditFix {
  const { format, options } = context;
  const value = withDataTypes(body, options.dataTypes, format);
  return editFix('preferred', title, asSnippet(replaceValue(context, node, value)));
}

/** A placeholder with the name `base`, or a name like it that no sibling of the item has. */
export function namePlaceholder(
  base: string,
  item: TreeNode,
  { format }: Pick<FixContext, 'format'>,
): string {
  return `\${1:${literal(freeName(base, item), format)}}`;
}

/** The default name of the schema. */
export function usualName(kind: Kind): string {
  return placeholderDefaults(String(schemaOf[kind].properties.name?.defaultSnippets?.[0]?.body ?? 'Name'));
}

/** A name that no sibling of the item has. */
export function freeName(base: string, item: TreeNode): string {
  const siblings = item.parent?.type === 'array' ? item.parent.items : [];
  const others = siblings.filter((each) => each !== item).map((each) => nameOf(each) ?? '');
  const [name = base] = freeNames([base], others);
  return name;
}

/** Names such as `Orders`, or else `Orders2`, `Orders3`; after a digit, `T1_2`. None is taken, and each is another one. */
export function freeNames(names: readonly string[], others: readonly string[]): string[] {
  const taken = new Set(others.map(foldedName));
  /** The number to try next, by the folded name. */
  const next = new Map<string, number>();
  return names.map((base) => {
    const folded = foldedName(base);
    const stem = /\d$/.test(base) ? `${base}_` : base;
    let number = next.get(folded) ?? 2;
    let name = base;
    for (; taken.has(foldedName(name)); number++) name = `${stem}${number}`;
    next.set(folded, number);
    taken.add(foldedName(name));
    return name;
  });
}

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/** The problems of a document, and the context of each for its fixer. */
export async function fixContexts(
  document: ParsedDocument,
  options: RuleSettings,
): Promise<{ readonly problems: readonly Problem[]; readonly contextOf: (problem: Problem) => FixContext }> {
  const { text, format } = document;
  const problems = await document.problems(options);
  const root = problems.length === 0 ? undefined : (await document.tree).root;
  const layout = layoutOf(text, root);
  const offsetOf = offsetsIn(text);
  const writeString = snippetStrings(format);
  const contextOf = (problem: Problem): FixContext => {
    const { start, end } = problem.range;
    const span = { start: offsetOf(start), end: offsetOf(end) };
    return { text, format, problem, span, root, layout, writeString, options };
  };
  return { problems, contextOf };
}
