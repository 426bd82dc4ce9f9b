import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Database, DatabaseError, type InferencePorts } from '../inference/source.ts';

/**
 * What opens the SQLite database of a file by `node:sqlite`, which takes a while to load. Absent where Node.js has no
 * SQLite, or opens no URLs (before 22.15).
 */
export function databaseOpener(): InferencePorts['openDatabase'] {
  const sqlite = withoutSqliteWarning(() => process.getBuiltinModule?.('node:sqlite'));
  if (sqlite === undefined || !opensUrls(sqlite.DatabaseSync)) return undefined;
  return async ({ path }) => (path === undefined ? undefined : openDatabase(sqlite.DatabaseSync, path));
}

/** Node.js 22 warns that SQLite is experimental when it is loaded, which a user can do nothing about. Other warnings are emitted. */
export function withoutSqliteWarning<Value>(load: () => Value): Value {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...details: unknown[]) => {
    const isExperimental = details[0] === 'ExperimentalWarning';
    if (isExperimental && String(warning).startsWith('SQLite ')) return;
    Reflect.apply(emitWarning, process, [warning, ...details]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function opensUrls(DatabaseSyncClass: typeof DatabaseSync): boolean {
  try {
    new DatabaseSyncClass(new URL('file:///database?mode=memory')).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * A URL, because SQLite reads a path that begins with `file:` as a URL of its own. `immutable`: SQLite reads this one file,
 * and neither opens nor creates the `-journal`, `-wal` and `-shm` files beside it (https://www.sqlite.org/uri.html).
 */
function databaseUrl(path: string): URL {
  const url = pathToFileURL(path);
  // SQLite takes no host: the path of a share begins with two slashes.
  const local = url.host === '' ? url : new URL(`file:////${url.host}${url.pathname}`);
  local.search = '?mode=ro&immutable=1';
  return local;
}

function openDatabase(DatabaseSyncClass: typeof DatabaseSync, path: string): Database {
  const database = attempt(
    () => new DatabaseSyncClass(databaseUrl(path), { readOnly: true, allowExtension: false }),
  );
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
