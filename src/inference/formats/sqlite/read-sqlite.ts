import type { ChosenTables } from '../../chosen-tables.ts';
import { CellColumn } from '../../columns/cell-column.ts';
import { namedColumns } from '../../columns/column-profile.ts';
import { decimalType, declared } from '../../columns/declared-types.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkTableCount, damagedData, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { type Database, DatabaseError, type DatabaseValue } from '../../source.ts';
import { kind } from '../../values/kinds.ts';
import { SkippedParts } from '../skipped-parts.ts';
import { DatabasePages } from './check-pages.ts';

/** Values between two checkpoints. A row may have 2,000. */
const valuesPerTurn = 10_000;

/** Work of a value that SQLite hands over, beside that for its length. */
const valueCost = 100;

/** Reads all tables of a SQLite database, whole: a column can have values of any type, whatever type it declares. */
export async function readSqlite(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const { ports, checkpoint } = input;
  if (ports.openDatabase === undefined) throw new InferenceError({ kind: 'sqlite-unavailable' });
  let database: Database | undefined;
  try {
    database = input.isCompressed ? undefined : await ports.openDatabase(input.source);
    if (database === undefined) throw new InferenceError({ kind: 'sqlite-needs-file' });
    const bytes = await input.openBytes('SQLite');
    const pages = await DatabasePages.read(bytes, checkpoint);
    pages.checkTree(1);
    for (const [root] of database.rows('SELECT rootpage FROM sqlite_schema WHERE rootpage > 0'))
      pages.checkTree(Number(root));
    const tables: ProfiledTable[] = [];
    for (const name of tableNames(database, input.chosen))
      tables.push(await readTable(database, name, input));
    const skipped = new SkippedParts(input);
    for (const name of namesOf(database, 'view')) skipped.add('view', name);
    for (const name of namesOf(database, 'virtual')) skipped.add('virtual table', name);
    if (skipped.list.length > 0) input.onContents({ skipped: skipped.list });
    // SQLite doesn't notice if the file changes; reading from it here does.
    await bytes.read(0, 1);
    return tables;
  } catch (error) {
    if (error instanceof DatabaseError) throw damagedData('SQLite');
    throw error;
  } finally {
    database?.close();
  }
}

function tableNames(database: Database, chosen: ChosenTables): readonly string[] {
  const all = namesOf(database, 'table', chosen.areAll ? limits.tables + 1 : -1);
  if (all.length === 0) throw new InferenceError({ kind: 'no-database-table' });
  const names = chosen.of(all.map((name) => ({ name }))).map(({ name }) => name);
  checkTableCount(names.length);
  return names;
}

/** In the order in which they were created: none of SQLite's own, and none behind virtual tables. `limit`: -1 for none. */
function namesOf(
  database: Database,
  type: 'table' | 'view' | 'virtual',
  limit: number = limits.tables + 1,
): string[] {
  const rows = database.rows(
    // A join would make the list again for each name.
    `SELECT name FROM sqlite_schema
     WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = '${type}')
     ORDER BY rowid LIMIT ${limit}`,
  );
  return [...rows].map(([name]) => String(name));
}

async function readTable(
  database: Database,
  table: string,
  { profiles, checkpoint }: Pick<FormatInput, 'profiles' | 'checkpoint'>,
): Promise<ProfiledTable> {
  // Virtual generated columns (2) calculate whatever the database's author wrote.
  const definitions = [...database.rows(`PRAGMA table_xinfo(${quote(table)})`)].filter(
    ([, , , , , , hidden]) => hidden === 0n || hidden === 3n,
  );
  const columns = definitions.map(([, name, type, , defaultValue = null]) => ({
    name: String(name),
    declaredType: String(type).toUpperCase(),
    defaultLength: defaultValue === null ? 0 : String(defaultValue).length,
    cells: new CellColumn(profiles.add(profiles.counted(String(name)))),
  }));
  checkpoint.budget.keepColumns(columns.length);
  // SQLite converts the whole text of a default value for each row that has none.
  const [[encoding] = []] = [...database.rows('PRAGMA encoding')];
  const converted =
    encoding === 'UTF-8' ? 0 : columns.reduce((sum, { defaultLength }) => sum + defaultLength, 0);
  let rows = 0;
  let turn = 0;
  const selected = columns.map(({ name }) => shortened(quote(name)));
  for (const values of database.rows(`SELECT ${selected.join()} FROM ${quote(table)}`)) {
    rows++;
    // An added column has a value in each row, but takes no space in it.
    checkpoint.budget.work(columns.length * valueCost + converted);
    for (const [index, { cells, declaredType }] of columns.entries()) {
      const value = values[index] ?? null;
      if (typeof value === 'string') checkpoint.budget.work(value.length);
      addValue(cells, rows, value, declaredType);
    }
    turn += columns.length;
    if (turn >= valuesPerTurn) {
      turn = 0;
      await checkpoint.pass();
    }
  }
  return {
    name: table,
    format: 'sqlite',
    rows,
    columns: namedColumns(
      columns.map(({ name, declaredType, cells: { profile, values } }) => {
        profile.empty = rows - values;
        if (values === 0) profile.kinds = declaredKinds(declaredType);
        return { sourceName: name, profile };
      }),
    ),
    notes: [],
  };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The start of a long value is enough to know that it is text or bytes. */
function shortened(column: string): string {
  return `CASE typeof(${column}) WHEN 'text' THEN substr(${column}, 1, 1000) WHEN 'blob' THEN substr(${column}, 1, 16) ELSE ${column} END`;
}

function addValue(cells: CellColumn, row: number, value: DatabaseValue, declaredType: string): void {
  switch (typeof value) {
    case 'bigint':
      if (isBoolean(declaredType) && (value === 0n || value === 1n)) cells.addBoolean(row, value === 1n);
      // SQLite stores whole numbers of a DECIMAL or a REAL column as integers.
      else if (isFractional(declaredType)) addFraction(cells, row, Number(value));
      else cells.addInteger(row, value);
      break;
    case 'number':
      addFraction(cells, row, value);
      break;
    case 'string': {
      const bytes = new TextEncoder().encode(value);
      cells.addText(row, bytes, 0, bytes.length);
      break;
    }
    default:
      if (value === null) return;
      if (cells.profile.declaredNotes.length === 0) cells.profile.declaredNotes.push(declared.bytes.note);
      addBytes(cells, row, value);
  }
}

function addBytes(cells: CellColumn, row: number, value: Uint8Array): void {
  const text = new TextEncoder().encode(`x'${hex(value.subarray(0, 16))}'`);
  cells.addOther(kind.text, row, text, 0, text.length);
}

function addFraction(cells: CellColumn, row: number, value: number): void {
  const text = String(value);
  // As SQLite shows it.
  const bytes = new TextEncoder().encode(/^-?\d+$/.test(text) ? `${text}.0` : text);
  cells.addNumber(kind.fraction, row, value, bytes, 0, bytes.length);
}

/** What a column without values holds by its declaration (https://www.sqlite.org/datatype3.html, section 3.1). */
function declaredKinds(type: string): number {
  const decimal = /^(?:DECIMAL|NUMERIC)\s{0,9}\(\s{0,9}(\d{1,4})\s{0,9}(?:,\s{0,9}(\d{1,4})\s{0,9})?\)/.exec(
    type,
  );
  if (decimal) return decimalType(Number(decimal[1]), Number(decimal[2] ?? 0)).kinds;
  if (isBoolean(type)) return kind.boolean;
  if (/^(?:DATE|TIMESTAMP)/.test(type)) return kind.date;
  if (type.includes('INT')) return kind.integer;
  if (/CHAR|CLOB|TEXT/.test(type)) return kind.text;
  if (/REAL|FLOA|DOUB|DECIMAL|NUMERIC/.test(type)) return kind.fraction;
  return 0;
}

function isFractional(type: string): boolean {
  const isDecimal = /^(?:DECIMAL|NUMERIC)\b/.test(type);
  return (
    /REAL|FLOA|DOUB/.test(type) || (isDecimal && type.includes(',') && declaredKinds(type) === kind.fraction)
  );
}

function isBoolean(type: string): boolean {
  return type === 'BOOLEAN' || type === 'BOOL';
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
