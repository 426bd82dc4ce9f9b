import type { CheckFinding } from '../../../app/check-data.ts';
import type { TreeNode } from '../../../dataset/document-tree.ts';
import { jsonTree } from '../../../dataset/json/json-tree.ts';
import type { Span } from '../../../dataset/problem.ts';
import { foldedName } from '../../../dataset/rules/names.ts';
import { detectDialect } from '../../../inference/formats/delimited/detect-dialect.ts';
import { type DelimitedRecord, readRecord } from '../../../inference/formats/delimited/dialect.ts';
import { limits } from '../../../inference/inference-limits.ts';
import { tidyName } from '../../../inference/unique-names.ts';

type Place = Pick<CheckFinding, 'table' | 'column' | 'row' | 'line' | 'value'>;

/**
 * The cell of a finding in the text of a data file: delimited text, NDJSON, or JSON. `line`: the text of its line, and where it
 * starts. A column that only the data has is at its name. `undefined` where it isn't found, such as in a record of several lines.
 */
export function findCell(text: string, line: Span, place: Place): Span | undefined {
  if (place.column === null) return undefined;
  if (!/^\s*[[{]/.test(text)) return findField(text, line, place);
  if (place.line === null) return findInRows(jsonTree(text), place);
  return shifted(findProperty(jsonTree(text.slice(line.start, line.end)), place.column), line.start);
}

/** The value in the row of a JSON document's array, which may be a property of the table's name. */
function findInRows(root: TreeNode | undefined, { table, column, row }: Place): Span | undefined {
  if (root?.type === 'object') {
    const named = root.properties.find(({ key }) => isSameName(key, table ?? ''));
    return findInRows(named?.value, { table, column, row, line: null, value: null });
  }
  if (root?.type !== 'array') return undefined;
  return findProperty(root.items[(row ?? 1) - 1], column ?? '');
}

/** The value of a property, whose name is that of a column: `a.b` is in an object. */
function findProperty(node: TreeNode | undefined, column: string): Span | undefined {
  if (node?.type !== 'object') return undefined;
  for (const { key, value } of node.properties) {
    if (isSameName(key, column) && value !== undefined) return { start: value.start, end: value.end };
    const rest = column.slice(key.length + 1);
    const inner = column.startsWith(`${key}.`) ? findProperty(value, rest) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function findField(text: string, line: Span, { column, value, row }: Place): Span | undefined {
  const head = new TextEncoder().encode(text.slice(0, limits.headBytes));
  const dialect = detectDialect(head, text.length <= limits.headBytes);
  let first: number = dialect.start;
  let header = readRecord(head, first, head.length, dialect, true);
  while (isRecord(header) && header.isBlank && header.next > first) {
    first = header.next;
    header = readRecord(head, first, head.length, dialect, true);
  }
  if (!isRecord(header)) return undefined;
  const names = header.fields.map(({ start, end }) => decode(head, start, end));
  const index = names.findIndex((name) => isSameName(name, column ?? ''));
  if (row === null) return shifted(spanOf(head, first, header, index), decode(head, 0, first).length);
  const bytes = new TextEncoder().encode(text.slice(line.start, line.end));
  const record = readRecord(bytes, 0, bytes.length, dialect, true);
  if (!isRecord(record)) return undefined;
  const texts = record.fields.map(({ start, end }) => decode(bytes, start, end));
  // A line within a record has other fields.
  const found = texts[index] === value ? index : texts.indexOf(value ?? '');
  return shifted(spanOf(bytes, 0, record, found), line.start);
}

function isRecord(record: ReturnType<typeof readRecord>): record is DelimitedRecord {
  return typeof record === 'object';
}

/** In UTF-16 code units after `from`. */
function spanOf(
  bytes: Uint8Array,
  from: number,
  { fields }: DelimitedRecord,
  index: number,
): Span | undefined {
  const field = fields[index];
  if (field === undefined) return undefined;
  const start = decode(bytes, from, field.start).length;
  return { start, end: start + decode(bytes, field.start, field.end).length };
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
}

function shifted(span: Span | undefined, by: number): Span | undefined {
  return span && { start: span.start + by, end: span.end + by };
}

function isSameName(name: string, other: string): boolean {
  return foldedName(tidyName(name)) === foldedName(tidyName(other));
}
