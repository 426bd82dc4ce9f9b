import { type Column, itemsOf, nameIn, propertyValue } from '../../dataset/dataset.ts';
import { foldedName } from '../../dataset/rules/names.ts';
import type { ColumnType } from '../columns/column-type.ts';
import type { InferredColumn, InferredTable } from '../tables/inferred-table.ts';
import { dataTypeOf } from '../tables/to-dataset.ts';

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
