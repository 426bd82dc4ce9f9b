import type { TreeNode } from '../../dataset/document-tree.ts';
import { jsonTree } from '../../dataset/json/json-tree.ts';
import type { Span } from '../../dataset/problem.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import type { TextLayout } from '../../inference/formats/data-format.ts';
import { type Dialect, readRecord } from '../../inference/formats/delimited/dialect.ts';
import { tidyName } from '../../inference/unique-names.ts';
import type { CheckFinding } from './check-data.ts';

/** The facts of a finding that say where its cell is. */
type CellPlace = Pick<CheckFinding, 'table' | 'column' | 'row' | 'line' | 'value'>;

export interface CellSearch {
  readonly places: readonly CellPlace[];
  /** Of delimited text. */
  readonly layout: TextLayout | undefined;
}

/**
 * The cells of findings in the text of a data file: delimited text, NDJSON, or JSON. Reads it once for all. A column that only
 * the data has is at its name; where a cell isn't found, such as in a record of several lines, it is the line.
 */
export function findCells(text: string, { places, layout }: CellSearch): Span[] {
  const lines = linesOf(text);
  const find = layout === undefined ? cellsOfJson(text) : cellsOfRecords(text, lines, layout);
  return places.map((place) => {
    const line = lines[Math.min(Math.max(place.line ?? 1, 1), lines.length) - 1] ?? { start: 0, end: 0 };
    return (place.column === null ? undefined : find(place, place.column, line)) ?? line;
  });
}

type FindCell = (place: CellPlace, column: string, line: Span) => Span | undefined;

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

function cellsOfJson(text: string): FindCell {
  const valuesOf = remember((row: TreeNode) => addValues(row, '', new Map<string, Span>(), 0));
  const treeOf = remember(({ start, end }: Span) => jsonTree(text.slice(start, end)));
  const whole = { start: 0, end: text.length };
  return ({ table, row, line }, column, span) => {
    const found = line === null ? rowOf(treeOf(whole).root, table, row ?? 1) : treeOf(span).root;
    const cell = found && valuesOf(found).get(nameKey(column));
    const offset = line === null ? 0 : span.start;
    return cell && { start: cell.start + offset, end: cell.end + offset };
  };
}

/** A row of a JSON document's array, which may be a property of the table's name. */
function rowOf(root: TreeNode | undefined, table: string | null, row: number): TreeNode | undefined {
  const name = nameKey(table ?? '');
  const rows =
    root?.type === 'object' ? root.properties.find(({ key }) => nameKey(key) === name)?.value : root;
  return rows?.type === 'array' ? rows.items[row - 1] : undefined;
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

function cellsOfRecords(text: string, lines: readonly Span[], layout: TextLayout): FindCell {
  const { names, headerLine = 0, unnamed } = layout;
  const indexes = new Map(names.map((name, index) => [nameKey(name), index]));
  const fieldsIn = remember(({ start, end }: Span) => fieldsOf(text.slice(start, end), layout));
  return ({ row, value }, column, line) => {
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
