import { foldedName } from '../../../dataset/rules/names.ts';
import type { WorkBudget } from '../../work-budget.ts';
import { isConstraint, readColumn, readType, type SqlColumn } from './sql-columns.ts';
import type { SqlDialect } from './sql-dialect.ts';
import type { SqlTable, SqlTables } from './sql-tables.ts';
import { TokenReader } from './sql-token.ts';

/** Carries out what `ALTER TABLE` does to columns, and to the table as a whole. */
export function alterTable(reader: TokenReader, tables: SqlTables, { isMySql }: SqlDialect): void {
  reader.skipTo('TABLE');
  reader.next();
  reader.take('IF', 'EXISTS');
  reader.take('ONLY');
  const table = tables.find(reader.path());
  reader.take('*');
  // A partition can be one of another partition.
  if (reader.take('ATTACH', 'PARTITION')) tables.drop(reader.path());
  if (table === undefined) return;
  if (reader.take('RENAME', 'TO') || reader.take('RENAME', 'AS')) tables.rename(table, reader.path());
  else tables.change(table, columnsAfter(reader, table, { budget: tables.budget, isMySql }));
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
  const changes = new ColumnChanges(table.columns, budget);
  // `ADD a int, b int`: an action can be that of several columns. MySQL has options of the table in between.
  for (let action = ''; !reader.isAtEnd; ) {
    if (reader.is('ADD', 'DROP', 'ALTER', 'MODIFY', 'CHANGE', 'RENAME')) action = reader.next()?.key ?? '';
    else if (action === '') reader.next();
    if (isConstraint(reader) || reader.is('PARTITION')) reader.skipTo(',');
    else {
      reader.take('COLUMN');
      reader.take('IF', 'NOT', 'EXISTS');
      reader.take('IF', 'EXISTS');
      const group = reader.is('(') ? new TokenReader(reader.skip() ?? []) : undefined;
      if (group === undefined) changes.apply(action, reader);
      else
        for (; !group.isAtEnd; group.next()) {
          if (!isConstraint(group)) changes.apply(action, group);
          group.skipTo(',');
        }
    }
    // Db2 has no commas between actions.
    reader.skipTo(',', 'ALTER', action === 'ADD' ? 'ADD' : ',');
    if (reader.take(',') && isMySql) action = '';
  }
  return changes.columns;
}

class ColumnChanges {
  columns: SqlColumn[];
  readonly #budget: WorkBudget;

  constructor(columns: readonly SqlColumn[], budget: WorkBudget) {
    this.columns = [...columns];
    this.#budget = budget;
  }

  apply(action: string, reader: TokenReader): void {
    // Their names are compared, and the list is copied.
    this.#budget.work(40 * this.columns.length);
    switch (action) {
      case 'ADD':
        this.#add(readColumn(reader));
        break;
      case 'DROP': {
        const name = reader.path().at(-1);
        // `DROP PARTITION p`, `DROP PRIMARY KEY`
        const isColumn = reader.isAtEnd || reader.is(',', 'CASCADE', 'RESTRICT', 'DROP', 'ADD');
        if (name !== undefined && isColumn) this.#replace(name, []);
        break;
      }
      case 'RENAME': {
        const name = reader.path().at(-1) ?? '';
        const to = reader.take('TO') ? reader.path().at(-1) : undefined;
        const column = this.#find(name);
        if (to !== undefined && column !== undefined) this.#replace(name, [{ ...column, name: to }]);
        break;
      }
      case 'CHANGE': {
        const name = reader.path().at(-1);
        const column = readColumn(reader);
        if (name !== undefined && column !== undefined) this.#replace(name, [column]);
        break;
      }
      case 'ALTER':
      case 'MODIFY': {
        const name = reader.path().at(-1) ?? '';
        const isTyped = reader.take('TYPE') || reader.take('SET', 'DATA', 'TYPE');
        // `SET DEFAULT 0`, `DROP NOT NULL`
        const type =
          !isTyped && reader.is('SET', 'DROP', 'ADD', 'RESTART', 'RESET') ? undefined : readType(reader);
        if (type !== undefined && this.#find(name) !== undefined) this.#replace(name, [{ name, type }]);
      }
    }
  }

  #add(column: SqlColumn | undefined): void {
    if (column !== undefined && this.#find(column.name) === undefined) this.columns.push(column);
  }

  #find(name: string): SqlColumn | undefined {
    return this.columns.find((column) => foldedName(column.name) === foldedName(name));
  }

  #replace(name: string, columns: readonly SqlColumn[]): void {
    this.columns = this.columns.flatMap((column) =>
      foldedName(column.name) === foldedName(name) ? columns : [column],
    );
  }
}
