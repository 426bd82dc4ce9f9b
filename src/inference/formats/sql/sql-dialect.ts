/** What differs between the dialects of SQL in how a script is split into statements. */
export interface SqlDialect {
  /** Whether a backslash escapes a quote, and `#` begins a comment: MySQL, MariaDB. */
  readonly isMySql: boolean;
  /** Whether `[name]` is a quoted name: SQL Server, sometimes SQLite. */
  readonly hasBrackets: boolean;
  /** Whether statements end at a line `GO`, so that procedures can contain any others: SQL Server. */
  readonly hasBatches: boolean;
  /** Where `bit` is true or false, and `timestamp` no time. */
  readonly isSqlServer: boolean;
  /** Whether comments nest: PostgreSQL, SQL Server. */
  readonly nestsComments: boolean;
}

/** The dialect of a script, by what its first bytes show. */
export function detectDialect(head: Uint8Array): SqlDialect {
  const text = new TextDecoder().decode(head);
  const hasBatches = /^[ \t]*GO[ \t]*;?\r?$/im.test(text);
  const isMySql =
    !hasBatches &&
    !/PostgreSQL database dump|\bpg_catalog\b|\bPRAGMA\b|\bAUTOINCREMENT\b|\bsqlite_/i.test(text) &&
    /^-- (?:MySQL|MariaDB|phpMyAdmin)|\/\*!\d|\bENGINE[ \t]*=|\bAUTO_INCREMENT\b|\bTABLE\s+(?:IF NOT EXISTS\s+)?`/im.test(
      text,
    );
  const isPostgres =
    !isMySql &&
    /\bPostgreSQL\b|\bpg_catalog\b|\bsearch_path\b|\b(?:big|small)?serial\b|\bcharacter varying\b|\$\$|::\w/i.test(
      text,
    );
  const hasBrackets =
    hasBatches || (!isMySql && !isPostgres && /(?:\bTABLE|\bEXISTS|[.,(])\s*\[[a-z]/i.test(text));
  const isSqlServer = hasBatches || /\bdbo\b|\bDATETIME2\b|\bUNIQUEIDENTIFIER\b/i.test(text);
  return { isMySql, hasBrackets, hasBatches, isSqlServer, nestsComments: isPostgres || hasBatches };
}

/** Whether a text without a name is SQL: a line of it begins `CREATE TABLE`. */
export function looksLikeSql(head: Uint8Array): boolean {
  return /^[ \t]*CREATE[ \t]+(?:[A-Z]+[ \t]+){0,3}TABLE\s/im.test(new TextDecoder().decode(head));
}
