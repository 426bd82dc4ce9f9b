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
import type { Result } from '../../result.ts';
import { dataTypeOf, type InferredColumn, type InferredTable } from '../inferred-table.ts';
import { typeNamed } from '../values/data-types.ts';

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
  readonly retyped: readonly RetypedColumn[];
}

/** A column whose data type doesn't fit all values. */
export interface RetypedColumn extends PlacedColumn {
  readonly from: string;
  readonly to: string;
  /** The row that decided the new data type. */
  readonly because: InferredColumn['deciding'];
}

/**
 * Compares a table of a document with data that was read for it. Columns are paired by their names, case aside. A data type
 * stays if all values fit, even where a narrower one would; so does one that isn't known here. `table` may break any rule.
 */
export function compareWithData(table: unknown, data: InferredTable, decimalType: string): TableUpdate {
  const dataColumns = new Map(data.columns.map((column) => [foldedName(column.name), column]));
  const names = new Set<string>();
  const missing: PlacedColumn[] = [];
  const retyped: RetypedColumn[] = [];
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
    if (typeof from !== 'string' || fits(dataColumn, from)) continue;
    const { type, deciding: because } = dataColumn;
    retyped.push({ index, name, from, to: dataTypeOf(type, decimalType), because });
  }
  const added = data.columns
    .filter(({ name }) => !names.has(foldedName(name)))
    .map(({ name, type }) => ({ name, dataType: dataTypeOf(type, decimalType) }));
  return { added, missing, retyped };
}

export function isEmptyUpdate({ added, missing, retyped }: TableUpdate): boolean {
  return added.length + missing.length + retyped.length === 0;
}

function fits({ name, unfit }: InferredColumn, dataType: string): boolean {
  const type = typeNamed(dataType);
  if (type === undefined || type === 'string') return true;
  if (unfit === undefined) throw new Error(`Column ${name} was not read to be compared.`);
  return unfit[type] === undefined;
}

/** The text edits that update a table. `table` is its position in the document. New columns come last. */
export async function updateEdits(
  text: string,
  format: DocumentFormat,
  table: number,
  { added, missing, retyped }: TableUpdate,
): Promise<Result<readonly TextEdit[], EditFailure>> {
  const retyping = retyped.map(({ index, to }) => setDataType(table, index, to));
  // The last one comes last: all others are removed together, because none of them is the last column of the table.
  const last = missing.length - 1;
  const removal = [
    ...missing.slice(0, -1).toReversed(),
    ...missing.slice(-1).map(({ index }) => ({ index: index - last })),
  ].map(({ index }): EditOperation => ({ kind: 'remove', path: columnPath(table, index) }));
  const columns = added.map((column) => ({ ...column }));
  const addition = columns.length > 0 ? [addColumns(table, columns)] : [];
  return editDataset(new ParsedDocument(text, format), [...retyping, ...removal, ...addition]);
}
