import { type PropertyNode, propertyOf, type TreeNode } from '../dataset/document-tree.ts';
import type { ParsedDocument } from '../dataset/parsed-document.ts';
import type { Design, DesignColumn, DesignItem, DesignTable } from './design.ts';
import type { FieldPlace, ItemPlace, Places, TablePlace } from './places.ts';

/** What the designer needs of a document. A plain value, which a worker can return. */
export interface DesignReading {
  /** Without problems. Of a broken text, what could be parsed. */
  readonly design: Design;
  readonly places: Places;
  /** Whether the text is valid JSON or YAML and not empty. */
  readonly isValid: boolean;
  /** Where the first merge conflict begins. What could be parsed would have the items of both sides. */
  readonly conflict?: number | undefined;
}

export async function readDesign(document: ParsedDocument): Promise<DesignReading> {
  const { text } = document;
  const { root, hasErrors } = await document.tree;
  const conflict = hasErrors ? conflictIn(text) : undefined;
  const tables: DesignTable[] = [];
  const places: TablePlace[] = [];
  for (const table of conflict === undefined ? listOf(root, 'tables') : []) {
    const columns: DesignColumn[] = [];
    const columnPlaces: ItemPlace[] = [];
    for (const column of listOf(table, 'columns')) {
      const name = propertyOf(column, 'name');
      const dataType = propertyOf(column, 'dataType');
      columns.push({ name: stringOf(name), dataType: stringOf(dataType), problems: noProblems });
      columnPlaces.push(placeOf(column, text, name, dataType));
    }
    const name = propertyOf(table, 'name');
    tables.push({ name: stringOf(name), columns, problems: noProblems });
    places.push({ ...placeOf(table, text, name), columns: columnPlaces });
  }
  const name = propertyOf(root, 'name');
  return {
    design: { dataset: { name: stringOf(name), problems: noProblems }, tables },
    places: { dataset: root && placeOf(root, text, name), tables: places },
    isValid: root !== undefined && !hasErrors,
    conflict,
  };
}

/** Git marks the sides of a conflict by such lines. */
function conflictIn(text: string): number | undefined {
  const start = text.search(/^<<<<<<< /m);
  if (start < 0) return undefined;
  const both = text.slice(start);
  const separator = both.search(/^=======\r?$/m);
  return separator > 0 && /^>>>>>>> /m.test(both.slice(separator)) ? start : undefined;
}

/** One for all items: most have no problems. */
const noProblems: DesignItem['problems'] = [];

function listOf(node: TreeNode | undefined, key: 'tables' | 'columns'): readonly TreeNode[] {
  const list = propertyOf(node, key)?.value;
  return list?.type === 'array' ? list.items : [];
}

function stringOf(property: PropertyNode | undefined): string | undefined {
  const value = property?.value;
  return value?.type === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

function placeOf(
  { start, end }: TreeNode,
  text: string,
  name: PropertyNode | undefined,
  dataType?: PropertyNode,
): ItemPlace {
  return { start, end, name: name && fieldOf(name, text), dataType: dataType && fieldOf(dataType, text) };
}

function fieldOf({ keySpan, value }: PropertyNode, text: string): FieldPlace {
  if (value === undefined) return { start: keySpan.start, end: keySpan.end, value: undefined };
  const { start, end } = value;
  const quotes =
    value.type === 'scalar' && end - start > 1 && (text[start] === '"' || text[start] === "'") ? 1 : 0;
  return {
    start: keySpan.start,
    end: Math.max(keySpan.end, end),
    value: { start: start + quotes, end: end - quotes },
  };
}
