import { foldedName } from '../../../dataset/rules/names.ts';
import type { WorkBudget } from '../../work-budget.ts';
import { isConstraint, readColumn, readType, type SqlColumn } from './sql-columns.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { SqlTable, SqlTables } from './sql-tables.ts';
import { TokenReader } from './sql-token.ts';

/** Carries out what `ALTER TABLE` does to columns, and to the table as a whole. */
export function alterTable(reader: TokenReader, tables: SqlTables, { name }: SqlDialect): void {
  reader.skipTo('TABLE');
  reader.next();
  reader.take('IF', 'EXISTS');
  reader.take('ONLY');
  const table = tables.find(reader.path());
  reader.take('*');
  // ClickHouse; Hive.
  if (reader.take('ON', 'CLUSTER') || reader.take('PARTITION')) reader.skip();
  // A partition can be one of another partition.
  if (reader.take('ATTACH', 'PARTITION')) tables.drop(reader.path());
  if (table === undefined) return;
  if (reader.take('RENAME', 'TO') || reader.take('RENAME', 'AS')) tables.rename(table, reader.path());
  else
    tables.change(table, columnsAfter(reader, table, { budget: tables.budget, isMySql: name === 'mysql' }));
}

/** `sp_rename 'schema.table.column', 'name', 'COLUMN'`, also of tables. */
export function renameBySqlServer(reader: TokenReader, tables: SqlTables): void {
  const [object = '', name = '', kind] = reader.texts();
  const path = object.replaceAll(/[[\]"]/g, '').split('.');
  if (kind === undefined) {
    const table = tables.find(path);
    if (table !== undefined && name !== '') tables.rename(table, [name]);
  } else if (kind.toUpperCase() === 'COLUMN') {
    const table = tables.find(path.slice(0, -1));
    const renamed = foldedName(path.at(-1) ?? '');
    const columns = table?.columns.map((column) =>
      foldedName(column.name) === renamed ? { ...column, name } : column,
    );
    if (table !== undefined && columns !== undefined) tables.change(table, columns);
  }
}

function columnsAfter(
  reader: TokenReader,
  table: SqlTable,
  { budget, isMySql }: { readonly budget: WorkBudget; readonly isMySql: boolean },
): readonly SqlColumn[] {
  // Options of SQL Server.
  if (reader.take('WITH')) reader.next();
  let columns = table.columns;
  const apply = (action: string, reader: TokenReader) => {
    // Their names are compared, and the list is copied.
    budget.work(40 * columns.length);
    columns = withAction(columns, action, reader);
  };
  // `ADD a int, b int`: an action can be that of several columns. MySQL has options of the table in between.
  for (let action = ''; !reader.isAtEnd; ) {
    if (reader.take('SET', 'UNUSED')) action = 'DROP';
    else if (reader.is('ADD', 'DROP', 'ALTER', 'MODIFY', 'CHANGE', 'RENAME', 'REPLACE'))
      action = reader.next()?.key ?? '';
    else if (action === '') reader.next();
    if (isConstraint(reader) || reader.is('PARTITION')) reader.skipTo(',');
    else {
      if (!reader.take('COLUMN') && reader.peek(1)?.key === '(') reader.take('COLUMNS');
      if (action === 'REPLACE') {
        if (!reader.is('(')) break;
        columns = columns.filter(({ isPartition }) => isPartition);
        action = 'ADD';
      }
      reader.take('IF', 'NOT', 'EXISTS');
      reader.take('IF', 'EXISTS');
      const group = reader.is('(') ? new TokenReader(reader.skip() ?? []) : undefined;
      if (group === undefined) apply(action, reader);
      else
        for (; !group.isAtEnd; group.next()) {
          if (!isConstraint(group)) apply(action, group);
          group.skipTo(',');
        }
    }
    // Db2 has no commas between actions.
    reader.skipTo(',', 'ALTER', action === 'ADD' ? 'ADD' : ',');
    if (reader.take(',') && isMySql) action = '';
  }
  const partitions = columns.filter(({ isPartition }) => isPartition);
  return partitions.length === 0
    ? columns
    : [...columns.filter(({ isPartition }) => !isPartition), ...partitions];
}

/** Columns after an action on the one that is next. */
function withAction(
  columns: readonly SqlColumn[],
  action: string,
  reader: TokenReader,
): readonly SqlColumn[] {
  const indexOf = (name: string) =>
    columns.findIndex((column) => foldedName(column.name) === foldedName(name));
  if (action === 'ADD') {
    const added = readColumn(reader);
    return added !== undefined && indexOf(added.name) < 0 ? [...columns, added] : columns;
  }
  const index = indexOf(reader.path().at(-1) ?? '');
  const column = columns[index];
  const after = column && afterAction(column, action, reader);
  return after === undefined ? columns : columns.toSpliced(index, 1, ...after);
}

/** What becomes of a column whose name is read; `undefined`: it stays as it is. */
function afterAction(column: SqlColumn, action: string, reader: TokenReader): SqlColumn[] | undefined {
  switch (action) {
    case 'DROP':
      // `DROP PARTITION p`, `DROP PRIMARY KEY`
      return reader.isAtEnd || reader.is(',', 'CASCADE', 'RESTRICT', 'DROP', 'ADD') ? [] : undefined;
    case 'RENAME': {
      const name = reader.take('TO') ? reader.path().at(-1) : undefined;
      return name === undefined ? undefined : [{ ...column, name }];
    }
    case 'CHANGE': {
      const changed = readColumn(reader);
      return changed && [changed];
    }
    case 'ALTER':
    case 'MODIFY': {
      const isTyped = reader.take('TYPE') || reader.take('SET', 'DATA', 'TYPE');
      // `SET DEFAULT 0`, `DROP NOT NULL`
      const isOther = !isTyped && otherChanges.has(reader.peek()?.key ?? '');
      const type = isOther ? undefined : readType(reader);
      return type && [{ ...column, type }];
    }
    default:
      return undefined;
  }
}

/** What can follow the name of a column that is changed, apart from its type. */
const otherChanges = new Set(['SET', 'UNSET', 'DROP', 'ADD', 'RESTART', 'RESET', 'SYNC', 'REMOVE', 'MODIFY']);
