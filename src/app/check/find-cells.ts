import type { TreeNode } from '../../dataset/document-tree.ts';
import { jsonTree } from '../../dataset/json/json-tree.ts';
import type { Span } from '../../dataset/problem.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import type { JsonLayout, RecordLayout, TextLayout } from '../../inference/data-format.ts';
import { type Dialect, readRecord } from '../../inference/formats/delimited/dialect.ts';
import { tidyName } from '../../inference/unique-names.ts';
import type { CheckFinding } from './check-data.ts';

/** The facts of a finding that say where its cell is. */
type CellPlace = Pick<CheckFinding, 'table' | 'column' | 'row' | 'line' | 'value'>;

export interface CellSearch {
  readonly places: readonly CellPlace[];
  /** Where the tables are, by the names that findings have for them; without one, each line is a JSON value. */
  readonly layouts: ReadonlyMap<string, TextLayout>;
}

/**
 * The cells of findings in the text of a data file: delimited text, NDJSON, or JSON; in that of a schema, the names of columns. Reads it once for all. A column that only
 * the data has is at its name; where a cell isn't found, such as in a record of several lines, it is the line.
 */
export function findCells(text: string, { places, layouts }: CellSearch): Span[] {
  const lines = linesOf(text);
  const treeOf = remember(({ start, end }: Span) => jsonTree(text.slice(start, end)).root);
  const whole = { start: 0, end: text.length };
  const finders = remember((layout: TextLayout | undefined) => {
    if (layout?.kind === 'records') return cellsOfRecords(text, lines, layout);
    return layout ? cellsOfJson(() => treeOf(whole), layout) : cellsOfLines(treeOf);
  });
  return places.map((place) => {
    const line = lines[Math.min(Math.max(place.line ?? 1, 1), lines.length) - 1] ?? { start: 0, end: 0 };
    const layout = layouts.get(place.table ?? '') ?? layouts.values().next().value;
    return finders(layout)(place, place.column, line) ?? nameIn(text, place, line) ?? line;
  });
}

/** The name of a column in the line of a schema that declares it. */
function nameIn(text: string, { column, row, line }: CellPlace, { start, end }: Span): Span | undefined {
  if (column === null || row !== null || line === null) return undefined;
  const at = text.slice(start, end).toLowerCase().indexOf(column.toLowerCase());
  return at < 0 ? undefined : { start: start + at, end: start + at + column.length };
}

type FindCell = (place: CellPlace, column: string | null, line: Span) => Span | undefined;

/** As VS Code counts them, without their line breaks. */
function linesOf(text: string): Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: index });
    start = index + lineBreak.length;
  }
  return [...lines, { start, end: text.length }];
}

/** Remembers what was made of each key. */
function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** The cells of text that has a JSON object in each line. */
function cellsOfLines(treeOf: (line: Span) => TreeNode | undefined): FindCell {
  const valuesOf = remember(rowValues);
  return ({ line }, column, span) => {
    const row = column === null || line === null ? undefined : treeOf(span);
    const cell = row && valuesOf(row).get(nameKey(column ?? ''));
    return cell && { start: cell.start + span.start, end: cell.end + span.start };
  };
}

/** The cells of a JSON document, of which a row is the place where a cell isn't found. */
function cellsOfJson(root: () => TreeNode | undefined, layout: JsonLayout): FindCell {
  const rows = remember((tree: TreeNode) => rowsAt(tree, layout));
  const names = new Map(layout.arrays?.names.map((name, index) => [nameKey(name), index]));
  const valuesOf = remember(rowValues);
  return ({ row: number }, column) => {
    const tree = number === null ? undefined : root();
    const row = tree && rows(tree)[(number ?? 0) - 1];
    if (row === undefined || column === null) return row?.value;
    const key = nameKey(column);
    if (row.value.type === 'array') return row.value.items[names.get(key) ?? -1] ?? row.value;
    return valuesOf(row.value).get(key) ?? (key === 'key' ? row.key : undefined) ?? row.value;
  };
}

interface JsonRow {
  readonly value: TreeNode;
  /** The name of a property that is a row. */
  readonly key?: Span;
}

function rowsAt(root: TreeNode, { path, rows, arrays }: JsonLayout): readonly JsonRow[] {
  let node: TreeNode | undefined = root;
  for (const step of path)
    if (typeof step === 'number') node = node?.type === 'array' ? node.items[step] : undefined;
    else
      node = node?.type === 'object' ? node.properties.findLast(({ key }) => key === step)?.value : undefined;
  if (node === undefined || rows === 'itself') return node ? [{ value: node }] : [];
  if (rows === 'properties')
    return node.type !== 'object'
      ? []
      : node.properties.flatMap(({ value, keySpan }) =>
          value?.type === 'object' ? [{ value, key: keySpan }] : [],
        );
  const items = node.type === 'array' ? node.items : [];
  if (arrays === undefined) return items.flatMap((value) => (value.type === 'object' ? [{ value }] : []));
  // Arrays without values, and those that are equal to the header, are no rows.
  const header = textsOf(items[arrays.first - 1]);
  return items.slice(arrays.first).flatMap((value) => {
    const texts = textsOf(value);
    return texts === header || /^[[,\]]*$/.test(texts) ? [] : [{ value }];
  });
}

/** The values of an array as one text, which is the same for equal ones. */
function textsOf(node: TreeNode | undefined): string {
  if (node?.type !== 'array') return '';
  const texts = node.items.map((item) => {
    if (item.type === 'array' || item.type === 'object') return item.type;
    return item.value === null || item.value === '' ? '' : JSON.stringify(item.value);
  });
  return `[${texts.join()}]`;
}

function rowValues(row: TreeNode): Map<string, Span> {
  return addValues(row, '', new Map<string, Span>(), 0);
}

/** Levels of objects whose values are columns. */
const maxDepth = 100;

/** Adds the values of an object by the names of their columns: `a.b` is in an object. */
function addValues(node: TreeNode, prefix: string, values: Map<string, Span>, depth: number) {
  if (node.type !== 'object' || depth > maxDepth) return values;
  for (const { key, value } of node.properties) {
    if (value === undefined) continue;
    const name = nameKey(`${prefix}${key}`);
    if (!values.has(name)) values.set(name, { start: value.start, end: value.end });
    addValues(value, `${prefix}${key}.`, values, depth + 1);
  }
  return values;
}

function cellsOfRecords(text: string, lines: readonly Span[], layout: RecordLayout): FindCell {
  const { names, headerLine = 0, unnamed } = layout;
  const indexes = new Map(names.map((name, index) => [nameKey(name), index]));
  const fieldsIn = remember(({ start, end }: Span) => fieldsOf(text.slice(start, end), layout));
  return ({ row, value }, column, line) => {
    if (column === null) return undefined;
    const index = indexes.get(nameKey(column)) ?? -1;
    const record = row === null ? lines[headerLine - 1] : line;
    if (record === undefined) return undefined;
    const fields = fieldsIn(record);
    const named = fields[row === null ? index - unnamed : index];
    // A line within a record has other fields.
    const field = row === null || named?.text === value ? named : fields.find((each) => each.text === value);
    return field && { start: record.start + field.start, end: record.start + field.end };
  };
}

interface TextField extends Span {
  readonly text: string;
}

/** The fields of the first record of a text, in UTF-16 code units. */
function fieldsOf(text: string, dialect: Dialect): TextField[] {
  const bytes = new TextEncoder().encode(text);
  const record = readRecord(bytes, 0, bytes.length, dialect, true);
  if (typeof record !== 'object') return [];
  let offset = 0;
  let at = 0;
  return record.fields.map(({ start, end }) => {
    at += decode(bytes, offset, start).length;
    offset = end;
    const field = { start: at, text: decode(bytes, start, end), end: 0 };
    at += field.text.length;
    return { ...field, end: at };
  });
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
}

function nameKey(name: string): string {
  return foldedName(tidyName(name));
}
