import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { DocumentFormat } from '../document.ts';
import { nameOf, type ObjectNode, propertyOf, type TreeNode } from '../document-tree.ts';
import type { Span } from '../finding.ts';
import { readTree } from '../read-tree.ts';

/** A table or a column in a document's outline. */
export interface OutlineEntry {
  readonly kind: 'table' | 'column';
  /** `Product`, or `ProductID: Int64`; never empty. */
  readonly label: string;
  /** Of a column, if it is a string. */
  readonly dataType: string | undefined;
  readonly span: Span;
  /** What to go to: the name, or where it should be. Within the span. */
  readonly nameSpan: Span;
  readonly children: readonly OutlineEntry[];
}

/** An outline of more is of no use, and typing must not wait for it: about 5,000 columns of a JSON document. */
const maxNodes = 25_000;

/** Longest YAML text with an outline, in UTF-16 units: its parser is slow. */
const longestYaml = 1024 * 1024;

/** The tables and columns of a document, complete or not. */
export async function outline(text: string, format: DocumentFormat): Promise<OutlineEntry[]> {
  if (format === 'yaml' && text.length > longestYaml) return [];
  const root = await readTree(text, format, maxNodes);
  return itemsOf(root, 'tables').map((table) => entry('table', table));
}

function entry(kind: OutlineEntry['kind'], node: ObjectNode): OutlineEntry {
  const name = nameOf(node);
  const shown =
    name === undefined || name.trim() === '' ? l10n.t('(without a name)') : printable(name.trim());
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

/** Where an object begins with its name, that line tells more than the one with the brace, above all in sticky scroll. */
function shownSpan({ properties: [first], start, end }: ObjectNode): Span {
  return { start: first?.key === 'name' ? first.keySpan.start : start, end };
}

function itemsOf(node: TreeNode | undefined, property: string): ObjectNode[] {
  const list = propertyOf(node, property)?.value;
  return list?.type === 'array' ? list.items.filter((item) => item.type === 'object') : [];
}
