import { ByteWindow } from '../../bytes/byte-window.ts';
import { type DeclaredColumn, declaredTable } from '../../columns/declared-column.ts';
import { declared } from '../../columns/declared-types.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { checkTableCount, InferenceError } from '../../inference-error.ts';
import { SkippedParts } from '../skipped-parts.ts';
import { dialectType } from './dialect-types.ts';
import type { SqlColumn } from './sql-columns.ts';
import { detectSqlDialect } from './sql-dialect.ts';
import { SqlScanner } from './sql-scanner.ts';
import { SqlSchema } from './sql-schema.ts';
import { Statement } from './sql-statement.ts';

/** Reads the tables that a script in SQL creates, as dump tools of databases write it. Data in it is skipped. */
export async function readSql(input: FormatInput): Promise<readonly ProfiledTable[]> {
  const { head, chunks, checkpoint, leastStep } = input;
  const dialect = detectSqlDialect(head, input.isWhole);
  const skipped = new SkippedParts(input);
  const schema = new SqlSchema(dialect, checkpoint.budget, skipped);
  const statement = new Statement((what, tokens) => schema.add(what, tokens));
  const scanner = new SqlScanner(dialect, statement);
  const window = new ByteWindow(chunks, checkpoint, leastStep);
  do {
    await window.more();
    scanner.scan(window);
  } while (!window.isLast);
  if (scanner.unclosed !== undefined) skipped.add('unclosed text', scanner.unclosed);
  input.onContents({ statements: schema.statements, skipped: skipped.list });
  const all = schema.tables.named();
  if (all.length === 0) throw new InferenceError({ kind: 'no-create-table' });
  const tables = input.chosen.of(all);
  checkTableCount(tables.length);
  const column = ({ name, type, line }: SqlColumn): DeclaredColumn => ({
    path: [name],
    line,
    sourceType: type?.text,
    ...(type === undefined ? declared.undeclared : dialectType(schema.typeOf(type), dialect)),
  });
  return tables.flatMap(({ name, columns }) =>
    declaredTable('sql', undefined, columns.map(column), input, name),
  );
}
