import type { Dataset } from '../../dataset/dataset.ts';
import type { ColumnType } from '../columns/column-type.ts';
import { tidyName } from '../names.ts';
import type { InferredTable } from './inferred-table.ts';

/** The data type of fractions where the author names none. */
export const defaultDecimalType = 'Double';

/** The dataset of tables. `decimalType`: the data type of columns with fractions. */
export function toDataset(name: string, tables: readonly InferredTable[], decimalType: string): Dataset {
  return {
    name: tidyName(name) || 'Dataset',
    tables: tables.map((table) => ({
      name: table.name,
      columns: table.columns.map((column) => ({
        name: column.name,
        dataType: dataTypeOf(column.type, decimalType),
      })),
    })),
  };
}

export function dataTypeOf(type: ColumnType, decimalType: string): string {
  return type === 'fraction' ? decimalType : type;
}

/** The first of the data types that an author declares which is one for fractions. */
export function findDecimalType(dataTypes: readonly string[]): string | undefined {
  return dataTypes.find((type) => /^(?:double|decimal|number)$/i.test(type));
}

export function hasFractions(tables: readonly InferredTable[]): boolean {
  return tables.some(({ columns }) => columns.some(({ type }) => type === 'fraction'));
}
