import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { DocumentFormat } from '../document.ts';
import { nameOf, type ObjectNode, propertyOf, type TreeNode } from '../document-tree.ts';
import type { Span } from '../finding.ts';
import { jsonTree } from '../json/tree.ts';
import { ParsedDocument } from '../parsed-document.ts';

/** A table or a column in a document's outline. */
export interface OutlineEntry {
  readonly kind: 'table' | 'column';
  /** `Product`, or `ProductID: Int64`; never empty. */
  readonly label: string;
  /** The data type of a column, if it is a string. */
  readonly dataType: string | undefined;
  readonly span: Span;
  /** The name to go to, or the place where it should be. Within the span. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineEntry[];
}

/** About 5,000 columns of a JSON document: a longer outline is of no use, and typing must not wait for it. */
const maxNodes = 25_000;

/** In UTF-16 units. Longer YAML texts have no outline, because the YAML parser is slow. */
const maxYamlLength = 1024 * 1024;

/** The tables and columns of a document, complete or broken. */
export async function outline(text: string, format: DocumentFormat): Promise<OutlineEntry[]> {
  if (format === 'yaml' && text.length > maxYamlLength) return [];
  const root =
    format === 'json' ? jsonTree(text, maxNodes) : (await new ParsedDocument(text, format).tree).root;
  return itemsOf(root, 'tables').map((table) => entry('table', table));
}

function entry(kind: OutlineEntry['kind'], node: ObjectNode): OutlineEntry {
  const name = nameOf(node);
  const shown = name === undefined || name.trim() === '' ? l10n.t('(unnamed)') : printable(name.trim());
  const dataTypeNode = propertyOf(node, 'dataType')?.value;
  const dataType =
    kind === 'column' && dataTypeNode?.type === 'scalar' && typeof dataTypeNode.value === 'string'
      ? dataTypeNode.value
      : undefined;
  const span = shownSpan(node);
  const nameSpan = propertyOf(node, 'name')?.value;
  return {
    kind,
    label: dataType === undefined ? shown : `${shown}: ${printable(dataType)}`,
    dataType,
    span,
    nameSpan:
      nameSpan === undefined || nameSpan.start === nameSpan.end
        ? { start: span.start, end: span.start }
        : { start: nameSpan.start, end: nameSpan.end },
    children: kind === 'table' ? itemsOf(node, 'columns').map((column) => entry('column', column)) : [],
  };
}

/** Begins at the name, if it comes first: sticky scroll then shows the name instead of the brace. */
function shownSpan({ properties: [first], start, end }: ObjectNode): Span {
  return { start: first?.key === 'name' ? first.keySpan.start : start, end };
}

function itemsOf(node: TreeNode | undefined, property: string): ObjectNode[] {
  const list = propertyOf(node, property)?.value;
  return list?.type === 'array' ? list.items.filter((item) => item.type === 'object') : [];
}
