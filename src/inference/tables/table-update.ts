import { type Column, type DocumentFormat, itemsOf, nameIn, propertyValue } from '../../dataset/dataset.ts';
import { editDataset } from '../../dataset/edits/edit-dataset.ts';
import {
  addColumns,
  columnPath,
  type EditFailure,
  type EditOperation,
  setDataType,
} from '../../dataset/edits/operation.ts';
import type { TextEdit } from '../../dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import { type Result, success } from '../../result.ts';
import type { ColumnType } from '../values/kinds.ts';
import { dataTypeOf, type InferredColumn, type InferredTable } from './inferred-table.ts';

/** A column of the document. */
interface PlacedColumn {
  /** Its position in the table's list. */
  readonly index: number;
  readonly name: string;
}

/** The differences of a table in a document from the data. */
export interface TableUpdate {
  /** Columns that only the data has, in its order. */
  readonly added: readonly Column[];
  /** Columns that only the document has. */
  readonly missing: readonly PlacedColumn[];
  /** Columns whose data type doesn't fit all values. */
  readonly retyped: readonly (PlacedColumn & { readonly from: string; readonly to: string })[];
}

/**
 * Compares a table of a document with data. Columns are paired by their names, case aside. A data type stays if all
 * values fit, even where a narrower one would; so does one that isn't known here. `table` may break any rule. Columns
 * of the data that are not in `compared` change nothing.
 */
export function compareWithData(
  table: unknown,
  data: InferredTable,
  decimalType: string,
  compared: readonly InferredColumn[] = data.columns,
): TableUpdate {
  const isCompared = new Set(compared);
  const dataColumns = new Map(data.columns.map((column) => [foldedName(column.name), column]));
  const names = new Set<string>();
  const missing: PlacedColumn[] = [];
  const retyped: (PlacedColumn & { from: string; to: string })[] = [];
  for (const [index, column] of itemsOf(table, 'columns').entries()) {
    const name = nameIn(column);
    if (name === undefined) continue;
    names.add(foldedName(name));
    const dataColumn = dataColumns.get(foldedName(name));
    if (dataColumn === undefined) {
      missing.push({ index, name });
      continue;
    }
    const from = propertyValue(column, 'dataType');
    if (typeof from !== 'string' || !isCompared.has(dataColumn) || fits(dataColumn, from)) continue;
    retyped.push({ index, name, from, to: dataTypeOf(dataColumn.type, decimalType) });
  }
  const added = compared
    .filter(({ name }) => !names.has(foldedName(name)))
    .map(({ name, type }) => ({ name, dataType: dataTypeOf(type, decimalType) }));
  return { added, missing, retyped };
}

export function isEmptyUpdate({ added, missing, retyped }: TableUpdate): boolean {
  return added.length + missing.length + retyped.length === 0;
}

/** The types of values that fit each data type. */
const fitting: ReadonlyMap<string, readonly ColumnType[]> = new Map([
  ['int64', ['Int64']],
  ['bool', ['bool']],
  ['datetime', ['DateTime']],
  ['double', ['Int64', 'fraction']],
  ['decimal', ['Int64', 'fraction']],
  ['number', ['Int64', 'fraction']],
]);

function fits({ type, values, notes }: InferredColumn, dataType: string): boolean {
  if (values === 0) return true;
  // A bool is often written as 0 and 1.
  if (dataType === 'bool' && notes.some(({ kind }) => kind === 'zero-one')) return true;
  return fitting.get(dataType.toLowerCase())?.includes(type) ?? true;
}

/** Edits of one kind of change, which can be applied without those of other kinds. */
export interface EditGroup {
  readonly change: 'new-data-types' | 'new-columns' | 'missing-columns' | 'new-and-missing-columns';
  readonly edits: readonly TextEdit[];
}

/**
 * The text edits that update a table. `table` is its position in the document. New columns come last. Groups don't
 * overlap, so the user can choose among them.
 */
export async function updateEdits(
  text: string,
  format: DocumentFormat,
  table: number,
  update: TableUpdate,
): Promise<Result<readonly EditGroup[], EditFailure>> {
  const retyping = update.retyped.map(({ index, to }) => setDataType(table, index, to));
  // The last one comes last: all others are removed together, because none of them is the last column of the table.
  const last = update.missing.length - 1;
  const removal = [
    ...update.missing.slice(0, -1).toReversed(),
    ...update.missing.slice(-1).map(({ index }) => ({ index: index - last })),
  ].map(({ index }): EditOperation => ({ kind: 'remove', path: columnPath(table, index) }));
  const addition =
    update.added.length > 0
      ? [
          addColumns(
            table,
            update.added.map((column) => ({ ...column })),
          ),
        ]
      : [];

  const document = new ParsedDocument(text, format);
  const groups: EditGroup[] = [];
  for (const [change, operations] of [
    ['new-data-types', retyping],
    ['new-columns', addition],
    ['missing-columns', removal],
  ] as const) {
    const result = await editDataset(document, operations);
    if (!result.ok) return result;
    if (result.value.length > 0) groups.push({ change, edits: result.value });
  }
  if (!touch(groups)) return success(groups);
  // Such as new columns after a last one that is missing.
  const both = await editDataset(document, [...removal, ...addition]);
  if (!both.ok) return both;
  return success([
    ...groups.filter(({ change }) => change === 'new-data-types'),
    { change: 'new-and-missing-columns', edits: both.value },
  ]);
}

/** Whether edits of different groups overlap, or meet at a place. */
function touch(groups: readonly EditGroup[]): boolean {
  const edits = groups
    .flatMap((group) => group.edits.map((edit) => ({ ...edit, group })))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  return edits.some((edit, index) => {
    const next = edits[index + 1];
    return next !== undefined && next.group !== edit.group && next.start <= edit.end;
  });
}
