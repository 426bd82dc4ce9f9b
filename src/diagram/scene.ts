import { itemsOf, nameIn, propertyValue } from '../dataset/dataset.ts';
import { estimateWidth } from './diagram-text.ts';

/** A picture of a dataset: one box for each table, one row for each column. Lengths in pixels. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly title: SceneText;
  /** In the document's order. */
  readonly boxes: readonly SceneBox[];
}

/** Document text as it is; each writer makes it safe to show. `undefined`: the document has no such text. */
export type SceneText = string | undefined;

export interface SceneBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly name: SceneText;
  readonly rows: readonly SceneRow[];
}

export interface SceneRow {
  /** Of the row's top edge. */
  readonly y: number;
  readonly name: SceneText;
  readonly dataType: SceneText;
}

export const measures = {
  margin: 24,
  titleHeight: 40,
  gap: 20,
  headerHeight: 38,
  rowHeight: 28,
  /** Between a box's edge and its text, and between a name and its type. */
  padding: 14,
  minBoxWidth: 220,
  maxBoxWidth: 380,
  /** Below the last row. */
  boxEnd: 4,
  titleSize: 18,
  headerSize: 14,
  /** The width of bold text divided by that of regular text. */
  boldness: 1.12,
  rowSize: 13,
  typeSize: 12,
} as const;

const { margin, titleHeight, gap, headerHeight, rowHeight, padding, boxEnd } = measures;

/** The width divided by the height that the layout approximates. */
const aspectRatio = 1.5;

/**
 * Lays out a parsed document, which can violate any rule: boxes of equal width, each in the column that is the shortest so
 * far.
 */
export function layOut(dataset: unknown): Scene {
  const tables = itemsOf(dataset, 'tables').map((table) => ({
    name: nameIn(table),
    columns: itemsOf(table, 'columns').map((column) => ({
      name: nameIn(column),
      dataType: textIn(column, 'dataType'),
    })),
  }));
  const heights = tables.map(
    ({ columns }) => headerHeight + Math.max(columns.length, 1) * rowHeight + boxEnd,
  );
  const boxWidth = boxWidthFor(tables);
  const count = columnCount(heights, boxWidth, aspectRatio);
  const top = margin + titleHeight;
  const bottoms = new Array<number>(count).fill(top);
  const boxes = tables.map(({ name, columns }, index): SceneBox => {
    const height = heights[index] ?? 0;
    const y = Math.min(...bottoms);
    const column = bottoms.indexOf(y);
    bottoms[column] = y + height + gap;
    const rows = columns.map((row, rowIndex) => ({ ...row, y: y + headerHeight + rowIndex * rowHeight }));
    return { x: margin + column * (boxWidth + gap), y, width: boxWidth, height, name, rows };
  });
  return {
    width: 2 * margin + count * boxWidth + (count - 1) * gap,
    height: (heights.length === 0 ? top + rowHeight : Math.max(...bottoms) - gap) + margin,
    title: nameIn(dataset),
    boxes,
  };
}

/** A type that isn't text is a problem that the Problems panel reports; the picture leaves it out. */
function textIn(value: unknown, key: string): SceneText {
  const text = propertyValue(value, key);
  return typeof text === 'string' ? text : undefined;
}

interface NamedTable {
  readonly name: SceneText;
  readonly columns: readonly { readonly name: SceneText; readonly dataType: SceneText }[];
}

/** Wide enough for the widest text, within limits. */
function boxWidthFor(tables: readonly NamedTable[]): number {
  let widest = 0;
  for (const { name, columns } of tables) {
    widest = Math.max(widest, estimateWidth(name ?? '', measures.headerSize * measures.boldness));
    for (const column of columns) {
      const nameWidth = estimateWidth(column.name ?? '', measures.rowSize);
      const typeWidth = estimateWidth(column.dataType ?? '', measures.typeSize);
      widest = Math.max(widest, nameWidth + padding + typeWidth);
    }
  }
  const width = Math.ceil(widest + 2 * padding);
  return Math.min(Math.max(width, measures.minBoxWidth), measures.maxBoxWidth);
}

/** The number of columns that approximates the aspect ratio, as if boxes could be split between columns. */
function columnCount(heights: readonly number[], boxWidth: number, aspectRatio: number): number {
  const total = heights.reduce((sum, height) => sum + height + gap, 0);
  const count = Math.round(Math.sqrt((aspectRatio * total) / (boxWidth + gap)));
  return Math.min(Math.max(count, 1), Math.max(heights.length, 1));
}
