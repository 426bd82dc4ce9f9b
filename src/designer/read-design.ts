import { propertyOf, type TreeNode } from '../dataset/document-tree.ts';
import type { ParsedTree } from '../dataset/read-tree.ts';
import type { Design, DesignColumn, DesignItem, DesignTable } from './design.ts';
import type { FieldPlace, ItemPlace, Places, TablePlace } from './places.ts';

/** What the designer needs of a text. A plain value, which a worker can return. */
export interface DesignReading {
  /** Without problems. Of a broken text, what could be parsed. */
  readonly design: Design;
  readonly places: Places;
  /** Whether the text is valid JSON or YAML and not empty. */
  readonly isValid: boolean;
}

export function readDesign({ root, hasErrors }: ParsedTree, text: string): DesignReading {
  const tables: DesignTable[] = [];
  const places: TablePlace[] = [];
  for (const table of listOf(root, 'tables')) {
    const nodes = listOf(table, 'columns');
    const columns = nodes.map(
      (node): DesignColumn => ({
        ...readItem(node),
        dataType: stringOf(propertyOf(node, 'dataType')?.value),
      }),
    );
    tables.push({ ...readItem(table), columns });
    places.push({ ...placeOf(table, text), columns: nodes.map((node) => placeOf(node, text)) });
  }
  return {
    design: { dataset: readItem(root), tables },
    places: { dataset: root && placeOf(root, text), tables: places },
    isValid: root !== undefined && !hasErrors,
  };
}

/** Shared, so that a design is small. */
const noProblems: DesignItem['problems'] = [];

function readItem(node: TreeNode | undefined): DesignItem {
  return { name: stringOf(propertyOf(node, 'name')?.value), problems: noProblems };
}

function stringOf(node: TreeNode | undefined): string | undefined {
  return node?.type === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

function listOf(node: TreeNode | undefined, property: 'tables' | 'columns'): readonly TreeNode[] {
  const list = propertyOf(node, property)?.value;
  return list?.type === 'array' ? list.items : [];
}

function placeOf(node: TreeNode, text: string): ItemPlace {
  const { start, end } = node;
  return { start, end, name: fieldOf(node, 'name', text), dataType: fieldOf(node, 'dataType', text) };
}

function fieldOf(node: TreeNode, key: 'name' | 'dataType', text: string): FieldPlace | undefined {
  const property = propertyOf(node, key);
  if (property === undefined) return undefined;
  const { keySpan, value } = property;
  if (value === undefined) return { ...keySpan, value: undefined };
  const { start, end } = value;
  const isQuoted = value.type === 'scalar' && end - start > 1 && /["']/.test(text[start] ?? '');
  return {
    start: keySpan.start,
    end: Math.max(keySpan.end, end),
    value: isQuoted ? { start: start + 1, end: end - 1 } : { start, end },
  };
}
