import type { DocumentFormat } from '../dataset/dataset.ts';
import { readTextValue } from '../dataset/document.ts';
import { addColumns, addTables, type EditOperation } from '../dataset/edits/operation.ts';
import type { Span } from '../dataset/problem.ts';
import { isRecord } from '../text/is-record.ts';
import { areSiblings, type Design, type Item } from './design.ts';
import { type Change, type Named, operationsOf, withFreeNames } from './design-change.ts';
import { type Places, spanOf } from './places.ts';

/** Tables, or columns, with everything that their text says of them. */
export interface CopiedItems {
  readonly kind: 'tables' | 'columns';
  readonly values: readonly Named[];
}

/** The maximum length of a text that is read as YAML, in UTF-16 code units: about a tenth of a second. */
const maxYamlLength = 64 * 1024;

/** An item's text as it is in the document, without the indentation of its surroundings. In YAML, an item of a list. */
export function textToCopy(text: string, { start, end }: Span, format: DocumentFormat): string {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const before = text.slice(start - column, start);
  const item = text.slice(start, end).trimEnd();
  // A mapping in braces has no dash of its own.
  const isBlock = format === 'yaml' && !item.startsWith('{') && /-\s+$/.test(before);
  const indentation = isBlock ? column : (/^\s*/.exec(before)?.[0].length ?? 0);
  const lines = item.split(/\r?\n/).map((line, index) => {
    if (index === 0) return line;
    const rest = line.slice(Math.min(/^\s*/.exec(line)?.[0].length ?? 0, indentation));
    return isBlock && rest !== '' ? `  ${rest}` : rest;
  });
  return `${isBlock ? '- ' : ''}${lines.join('\n')}`;
}

interface DocumentText {
  readonly text: string;
  readonly format: DocumentFormat;
  readonly places: Places;
}

/** The text of several items of one list, so that they can be pasted. */
export function textOfItems({ text, format, places }: DocumentText, items: readonly Item[]): string {
  const texts = items.flatMap((item) => {
    const span = spanOf(places, item, 'item');
    return span === undefined ? [] : [textToCopy(text, span, format)];
  });
  return texts.join(texts[0]?.startsWith('- ') ? '\n' : ',\n');
}

/** The edits of the document that make a change; none if it can't be made. What moves to another table keeps all of its properties. */
export async function operationsIn(
  document: DocumentText,
  change: Change,
  design: Design,
): Promise<EditOperation[]> {
  const isToTable = change.kind === 'move' && !change.items.every((item) => areSiblings(item, change.to));
  const moved = isToTable ? await itemsInText(textOfItems(document, change.items)) : undefined;
  return operationsOf(change, design, moved?.values);
}

/** The tables or columns in a text, JSON or YAML: one, several, or all tables of a dataset. `undefined` if it is anything else. */
export async function itemsInText(text: string): Promise<CopiedItems | undefined> {
  const json = text.trim().replace(/,$/, '');
  for (const [source, format] of [
    [json, 'json'],
    [`[${json}]`, 'json'],
    [text, 'yaml'],
  ] as const) {
    if (format === 'yaml' && text.length > maxYamlLength) return undefined;
    const value = await readTextValue(source, format);
    const items = value.ok ? itemsOf(value.value) : undefined;
    if (items !== undefined) return items;
  }
  return undefined;
}

function itemsOf(value: unknown): CopiedItems | undefined {
  if (isRecord(value) && Array.isArray(value.tables)) return itemsOf(value.tables);
  const values = (Array.isArray(value) ? value : [value]).filter(isNamed);
  if (values.length === 0 || (Array.isArray(value) && values.length < value.length)) return undefined;
  const tables = values.filter(({ columns }) => Array.isArray(columns)).length;
  if (tables === values.length) return { kind: 'tables', values };
  return tables === 0 ? { kind: 'columns', values } : undefined;
}

function isNamed(value: unknown): value is Named {
  return isRecord(value) && typeof value.name === 'string';
}

/**
 * Adds items after an item, columns also at the end of a table, with names that are free. `undefined`: columns have no place
 * outside of a table. `first`: where the first one will be.
 */
export function operationToPaste(
  { kind, values }: CopiedItems,
  [table, column]: Item,
  design: Design,
): { readonly operation: EditOperation; readonly first: Item } | undefined {
  if (kind === 'tables') {
    const at = table === undefined ? design.tables.length : table + 1;
    return { operation: addTables(withFreeNames(values, design.tables), at), first: [at] };
  }
  const columns = table === undefined ? undefined : design.tables[table]?.columns;
  if (table === undefined || columns === undefined) return undefined;
  const at = column === undefined ? columns.length : column + 1;
  return { operation: addColumns(table, withFreeNames(values, columns), at), first: [table, at] };
}
