import type { DatabaseSync } from 'node:sqlite';
import { type Database, DatabaseError, type DataSource, type InferencePorts } from '../inference/source.ts';

/** Opens the SQLite database of a file by `node:sqlite`, which Node.js has without a flag since 22.13. */
export function sqlitePort(): Pick<InferencePorts, 'openDatabase'> {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) return {};
  return {
    openDatabase: async (source) => {
      const path = pathOf(source);
      return path === undefined ? undefined : openDatabase(sqlite.DatabaseSync, path);
    },
  };
}

/** A file's label is its path; standard input has no size and can't be read by position. */
function pathOf({ label, readAt }: DataSource): string | undefined {
  return readAt === undefined ? undefined : label;
}

function openDatabase(DatabaseSyncClass: typeof DatabaseSync, path: string): Database {
  const database = attempt(() => new DatabaseSyncClass(path, { readOnly: true, allowExtension: false }));
  return {
    *rows(query) {
      const rows = attempt(() => {
        const statement = database.prepare(query);
        statement.setReadBigInts(true);
        // Since 22.16; before it a row is an object in the same order.
        statement.setReturnArrays?.(true);
        return statement.iterate();
      });
      for (;;) {
        const { done, value } = attempt(() => rows.next());
        if (done) return;
        yield Object.values(value);
      }
    },
    close: () => database.close(),
  };
}

function attempt<Value>(action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    throw new DatabaseError('', { cause: error });
  }
}
