import { type Column, itemsOf, nameIn, propertyValue, type Table } from '../../dataset/dataset.ts';
import type { ExpectedColumn } from '../source.ts';
import { typeNamed } from '../values/data-types.ts';

/** The columns of a table in a dataset, which may break any rule: those that have a name and a data type. */
export function columnsOf(table: unknown): Column[] {
  return itemsOf(table, 'columns').flatMap((column): Column[] => {
    const name = nameIn(column);
    const dataType = propertyValue(column, 'dataType');
    return name === undefined || typeof dataType !== 'string' ? [] : [{ name, dataType }];
  });
}

/** What data is read for, so that it can be compared with this table. */
export function expectedColumns({ name: table, columns }: Table, decimalType?: string): ExpectedColumn[] {
  return columns.map(({ name, dataType }) => {
    const type = typeNamed(dataType, decimalType);
    return { table, name, type: type === 'string' ? undefined : type };
  });
}
