import { foldedName } from '../../../dataset/rules/names.ts';
import { InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { SkippedParts } from '../skipped-parts.ts';
import { alterTable, renameBySqlServer } from './alter-table.ts';
import type { SqlType } from './dialect-types.ts';
import { readDefinitions, readType, type SqlColumn } from './sql-columns.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { SqlTables } from './sql-tables.ts';
import { type Token, TokenReader } from './sql-token.ts';

/** What a script defines: the tables that are there when all of its statements are carried out. */
export class SqlSchema {
  readonly tables: SqlTables;
  /** All of them. */
  statements = 0;
  readonly #types = new Map<string, SqlType>();
  readonly #dialect: SqlDialect;
  readonly #budget: WorkBudget;
  readonly #skipped: SkippedParts;

  /** `skipped`: receives what says nothing about tables, or can't be read. */
  constructor(dialect: SqlDialect, budget: WorkBudget, skipped: SkippedParts) {
    this.#dialect = dialect;
    this.#budget = budget;
    this.#skipped = skipped;
    this.tables = new SqlTables(budget);
  }

  /** `what`: the first words; statements that say nothing about tables have no tokens. */
  add(what: string, tokens: readonly Token[]): void {
    this.statements++;
    this.#budget.work(tokens.length * 10);
    const read = this.#readers[what];
    if (read === undefined || tokens.length === 0) this.#skipped.add(what);
    else read(new TokenReader(tokens));
  }

  /** The type behind a domain or an alias. */
  typeOf(type: SqlType): SqlType {
    let found = type;
    for (let depth = 0; depth < 10; depth++) {
      const base = this.#types.get(found.name);
      if (base === undefined) break;
      found = base;
    }
    return found;
  }

  readonly #readers: Readonly<Record<string, (reader: TokenReader) => void>> = {
    'CREATE TABLE': (reader) => this.#createTable(reader),
    'CREATE VIEW': (reader) => {
      reader.skipTo('VIEW');
      reader.next();
      reader.take('IF', 'NOT', 'EXISTS');
      this.#leaveOut('view', reader.path());
    },
    'CREATE DOMAIN': (reader) => this.#createType(reader),
    'CREATE TYPE': (reader) => this.#createType(reader),
    'ALTER TABLE': (reader) => alterTable(reader, this.tables, this.#dialect),
    'DROP TABLE': (reader) => {
      reader.skipTo('TABLE');
      do {
        reader.next();
        reader.take('IF', 'EXISTS');
        this.tables.drop(reader.path());
      } while (reader.is(','));
    },
    RENAME: (reader) => {
      reader.next();
      reader.take('TABLE');
      do {
        reader.take(',');
        const table = this.tables.find(reader.path());
        reader.skipTo('TO', ',');
        if (reader.take('TO') && table !== undefined) this.tables.rename(table, reader.path());
      } while (reader.is(','));
    },
    'EXEC SP_RENAME': (reader) => renameBySqlServer(reader, this.tables),
    USE: (reader) => this.#changeSchema(reader, 1),
    'SET SEARCH_PATH': (reader) => this.#changeSchema(reader, 3),
  };

  #createTable(reader: TokenReader): void {
    const replaces = reader.take('CREATE', 'OR');
    let isVirtual = false;
    for (; !reader.isAtEnd && !reader.is('TABLE'); reader.next()) isVirtual ||= reader.is('VIRTUAL');
    reader.next();
    const mayExist = reader.take('IF', 'NOT', 'EXISTS');
    const path = reader.path();
    // A partition is a part of its table. SQL Server has tables of a session, SQLite tables of its own.
    if (reader.take('PARTITION', 'OF') || /^(?:#|sqlite_)/i.test(path.at(-1) ?? '')) return;
    const columns = isVirtual ? 'virtual table' : this.#columnsOf(reader);
    if (typeof columns === 'string') this.#leaveOut(columns, path);
    else if (path.length === 0 || columns.length === 0) this.#leaveOut('CREATE TABLE', path);
    else if (this.tables.create(path, columns, replaces) && !mayExist)
      this.#leaveOut('second definition', path);
  }

  /** The columns that a table is created with, after its name; or what it is instead. */
  #columnsOf(reader: TokenReader): readonly SqlColumn[] | string {
    if (reader.is('SHALLOW', 'DEEP')) reader.next();
    if (reader.take('LIKE') || reader.take('CLONE') || reader.take('COPY')) return this.#columnsLike(reader);
    if (!isAfterName(reader)) return 'CREATE TABLE';
    while (!reader.isAtEnd && !reader.is('(', 'AS', 'OF', 'SELECT'))
      // Options before the columns.
      if (!reader.take('STORED', 'AS') && beforeLists.has(reader.next()?.key ?? '') && reader.is('('))
        reader.skip();
    if (reader.is('AS', 'SELECT') || reader.peek(1)?.key === 'SELECT') return this.#columnsAs(reader);
    // Its columns are those of the type.
    if (reader.is('OF')) return 'CREATE TABLE';
    let columns = readDefinitions(reader.skip() ?? [], (like) => this.#columnsLike(like));
    if (columns === undefined || reader.isCutOff) return 'CREATE TABLE';
    while (!reader.isAtEnd)
      if (reader.take('INHERITS')) columns = this.#inherit(reader.skip() ?? [], columns);
      else if (reader.take('PARTITIONED', 'BY') || reader.take('WITH', 'PARTITION', 'COLUMNS'))
        columns.push(...this.#partitionColumns(reader.skip() ?? [], columns));
      else if (reader.is('SELECT')) return 'CREATE TABLE AS';
      // `STORE AS (…)` is about a column.
      else if (reader.take('STORE', 'AS') || !reader.take('AS')) reader.skip();
      else if (reader.is('SELECT', 'WITH', '(', 'TABLE', 'VALUES')) return 'CREATE TABLE AS';
    return columns;
  }

  /** `AS other` of ClickHouse. What else follows is a query. */
  #columnsAs(reader: TokenReader): readonly SqlColumn[] | string {
    reader.take('AS');
    const columns = this.#columnsLike(reader);
    return columns.length > 0 && !reader.is('(') ? columns : 'CREATE TABLE AS';
  }

  #columnsLike(reader: TokenReader): readonly SqlColumn[] {
    return this.tables.find(reader.path())?.columns ?? [];
  }

  /** The columns of the parents, then those that only the table itself has. */
  #inherit(parents: readonly Token[], own: readonly SqlColumn[]): SqlColumn[] {
    const columns = new Map<string, SqlColumn>();
    const reader = new TokenReader(parents);
    for (; !reader.isAtEnd; reader.next()) {
      const inherited = this.#columnsLike(reader);
      this.#budget.work(40 * inherited.length);
      for (const column of inherited) columns.set(column.name, column);
    }
    for (const column of own) columns.set(column.name, column);
    return [...columns.values()];
  }

  /** Those that the table has only for its partitions: the others are named without a type, or are calculated. */
  #partitionColumns(tokens: readonly Token[], columns: readonly SqlColumn[]): readonly SqlColumn[] {
    const names = new Set(columns.map(({ name }) => foldedName(name)));
    return (readDefinitions(tokens, () => []) ?? [])
      .filter(({ name, type }) => type !== undefined && !names.has(foldedName(name)))
      .map((column) => ({ ...column, isPartition: true }));
  }

  #createType(reader: TokenReader): void {
    reader.skipTo('DOMAIN', 'TYPE');
    reader.next();
    const name = reader.path().at(-1)?.toUpperCase();
    if (!reader.take('FROM')) reader.take('AS');
    // Not a structure, an object, or a type of tables.
    const type = reader.is('(', 'OBJECT', 'TABLE', 'RANGE') ? undefined : readType(reader);
    if (name === undefined || type === undefined || type.name === name) return;
    this.#types.set(name, type);
    if (this.#types.size > limits.columns) throw new InferenceError({ kind: 'too-much-work' });
  }

  #changeSchema(reader: TokenReader, skipped: number): void {
    for (let i = 0; i < skipped; i++) reader.next();
    this.tables.schema = reader.path().filter((part) => part !== '');
  }

  /** `path`: of a table or a view. */
  #leaveOut(what: string, path: readonly string[]): void {
    // Its name may be calculated.
    this.#skipped.add(what, path.join('.') || '?');
  }
}

/** What is before a list of options in parentheses, such as `FILE_FORMAT = (TYPE = CSV)`. */
const beforeLists = new Set(['BY', 'WITH', 'OPTIONS', 'TBLPROPERTIES', 'SERDEPROPERTIES', 'USING', '=']);

/** Whether what is next can follow the name of a table that is created: its columns, a query, or an option. */
function isAfterName(reader: TokenReader): boolean {
  if (reader.is(',')) return teradataOptions.has(reader.peek(1)?.key ?? '');
  return reader.is('(') || afterName.has(reader.peek()?.key ?? '');
}

const afterName = new Set(
  (
    'AS OF SELECT WITH OPTIONS USING ON UUID ENGINE COMMENT IGNORE REPLACE TBLPROPERTIES CLUSTER CLUSTERED STORED ROW ' +
    'LOCATION DISTSTYLE DISTKEY SORTKEY COMPOUND BACKUP DISTRIBUTE DISTRIBUTED DEFAULT CHARSET CHARACTER COLLATE ' +
    'TABLESPACE IN PARTITION PARTITIONED ORGANIZATION EXTERNAL SHARING MEMOPTIMIZE TTL ORDER PRIMARY TARGET_LAG ' +
    'DATA_RETENTION_TIME_IN_DAYS CHANGE_TRACKING COPY STRICT AUTO_INCREMENT'
  ).split(' '),
);

const teradataOptions = new Set(
  'NO DUAL FALLBACK CHECKSUM DEFAULT MAP LOG WITH WITHOUT BEFORE AFTER FREESPACE MERGEBLOCKRATIO DATABLOCKSIZE BLOCKCOMPRESSION'.split(
    ' ',
  ),
);
