import { checkColumnCount } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { SqlType } from './dialect-types.ts';
import { type Token, TokenReader, token } from './sql-token.ts';

export interface SqlColumn {
  readonly name: string;
  /** `undefined`: none is declared. */
  readonly type: SqlType | undefined;
  /** Whether it is one of the columns that the table is partitioned by, apart from all others. */
  readonly isPartition?: true;
  /** Of the script, from 1. */
  readonly line?: number | undefined;
}

/**
 * The columns between the parentheses of a table; `undefined` if something there is not understood, such as `${columns}` of a
 * template. `columnsLike`: those of the table whose name is next.
 */
export function readDefinitions(
  tokens: readonly Token[],
  columnsLike: (reader: TokenReader) => readonly SqlColumn[],
): SqlColumn[] | undefined {
  const reader = new TokenReader(tokens);
  const columns: SqlColumn[] = [];
  for (; !reader.isAtEnd; reader.next()) {
    const first = reader.peek();
    if (first?.kind === 'mark' ? !reader.is('(', ',') : reader.peek(1)?.key === '{') return undefined;
    const column = reader.is('LIKE') || isConstraint(reader) ? undefined : readColumn(reader);
    if (column !== undefined) columns.push(column);
    else if (reader.take('LIKE')) for (const like of columnsLike(reader)) columns.push(like);
    checkColumnCount(columns.length);
    reader.skipTo(',');
  }
  return columns;
}

/** A column's name and type; what follows the type is left. */
export function readColumn(reader: TokenReader): SqlColumn | undefined {
  const first = reader.peek();
  if (first === undefined || first.kind === 'mark') return undefined;
  // A keyword that is none of a column, such as `COLUMNS (…)`.
  if (first.kind === 'word' && reader.peek(1)?.key === '(') return undefined;
  reader.next();
  return { name: first.text, type: readType(reader), line: first.line };
}

/** Whether a key, an index or a constraint is next. Columns can be named like them: `key varchar(255)`. */
export function isConstraint(reader: TokenReader): boolean {
  const word = reader.peek()?.key ?? '';
  const next = reader.peek(1);
  switch (word) {
    case 'CONSTRAINT':
    case 'SUPPLEMENTAL':
      return true;
    case 'DEFAULT':
      return isDefaultOfColumn(reader);
    case 'PROJECTION':
      return reader.peek(2)?.key === '(' && reader.peek(3)?.key === 'SELECT';
    case 'STATISTICS':
      return reader.peek(2)?.key === 'TYPE';
    case 'FAMILY':
      return next?.key === '(' || isIndexed(reader);
    case 'CHECK':
    case 'EXCLUDE':
      return next?.key === '(' || next?.key === 'USING';
    case 'UNIQUE':
    case 'KEY':
    case 'INDEX':
    case 'FULLTEXT':
    case 'SPATIAL':
      if (['KEY', 'INDEX', 'USING', 'CLUSTERED', 'NONCLUSTERED', '('].includes(next?.key ?? '')) return true;
      return isIndexed(reader);
    default:
      return beginnings.has(`${word} ${next?.key ?? ''}`);
  }
}

/** Of what a table can have beside columns. */
const beginnings = new Set([
  'PRIMARY KEY',
  'FOREIGN KEY',
  'PERIOD FOR',
  'PERIOD SYSTEM_TIME',
  'PERIOD BUSINESS_TIME',
  'SYSTEM VERSIONING',
  'VERSIONING USE',
  'MATERIALIZED QUERY',
  'RESTRICT ON',
  'SEARCH OPTIMIZATION',
  'ROW ACCESS',
  'DATA METRIC',
  'STORAGE LIFECYCLE',
  'AGGREGATION POLICY',
  'JOIN POLICY',
  'WATERMARK FOR',
]);

/** Whether the columns of an index follow its name, not the length of a type; or, in ClickHouse, what it is of, and `TYPE`. */
function isIndexed(reader: TokenReader): boolean {
  const after = reader.peek(2);
  if (indexKinds.has(after?.key ?? '') || offsetOf('TYPE', reader) !== undefined) return true;
  const inside = reader.peek(3);
  return after?.key === '(' && inside?.kind !== 'string' && !/^(?:\d+|MAX)$/.test(inside?.key ?? '');
}

const indexKinds = new Set(['USING', 'UNIQUE', 'CLUSTERED', 'NONCLUSTERED', 'HASH', 'COLUMNSTORE']);

/** `DEFAULT (0) FOR x` of SQL Server, not a column with this name, such as `DEFAULT CHAR(9) FOR BIT DATA`. */
function isDefaultOfColumn(reader: TokenReader): boolean {
  const offset = offsetOf('FOR', reader);
  return offset !== undefined && reader.peek(offset + 2)?.key !== 'DATA';
}

/** Where a keyword is before the next comma, beside groups, in what is next but one. */
function offsetOf(keyword: string, reader: TokenReader): number | undefined {
  for (let offset = 2, depth = 0; depth >= 0 && offset < maxAhead; offset++) {
    const key = reader.peek(offset)?.key;
    if (key === undefined || (key === ',' && depth === 0)) break;
    if (key === keyword && depth === 0) return offset;
    depth += key === '(' ? 1 : key === ')' ? -1 : 0;
  }
  return undefined;
}

const maxAhead = 200;

/** The type that is next; `undefined` if there is none, as of a computed column. */
export function readType(reader: TokenReader, depth = 0): SqlType | undefined {
  const words: string[] = [];
  const args: number[] = [];
  let text = '';
  while (!reader.isAtEnd && !reader.is(',', ')', '=', ':', ';') && !endsType(reader)) {
    if (reader.is('(') && wrappers.has(words[0] ?? '') && depth < maxWrappers) {
      const inside = new TokenReader(reader.skip() ?? []);
      // `SimpleAggregateFunction(sum, Int64)`
      if (words[0]?.startsWith('SIMPLE')) inside.skipTo(',');
      inside.take(',');
      const type = readType(inside, depth + 1);
      return type && { ...type, text: `${text}(${type.text})`.slice(0, limits.quotedLength) };
    }
    if (reader.is('(', '<', '[')) {
      const open = reader.peek()?.key;
      const inside =
        (open === '(' ? reader.skip() : reader.skip(...(open === '<' ? angles : brackets))) ?? [];
      const shown = inside
        .map(({ kind, text }) => (kind === 'string' ? `'${text.replaceAll("'", "''")}'` : text))
        .join(' ')
        .replace(/ ?([-,<>()[\]]) ?/g, '$1');
      if (open === '[') words.push('[]');
      if (open === '(' && args.length === 0)
        for (const part of shown.split(',', 3)) args.push(part === '*' ? 38 : Number.parseInt(part, 10));
      text += open === '(' ? `(${shown})` : open === '<' ? `<${shown}>` : '[]';
      continue;
    }
    const { key, text: word, kind } = reader.next() ?? { key: '', text: '', kind: 'mark' };
    // The schema of a type, such as `pg_catalog.int4`.
    if (key === '.') {
      words.pop();
      text += word;
      continue;
    }
    words.push(kind === 'word' ? key : word.toUpperCase());
    text += text === '' || text.endsWith('.') ? word : ` ${word}`;
  }
  if (words.length === 0) return undefined;
  return {
    name: words.slice(0, maxWords).join(' '),
    args: args.filter((arg) => !Number.isNaN(arg)),
    text: text.slice(0, limits.quotedLength),
  };
}

/** The type that a text is. */
export function readTypeText(text: string): SqlType | undefined {
  const parts = text.slice(0, limits.nameLength).match(/'[^']*'|\w+|[^\s\w]/g) ?? [];
  return readType(new TokenReader(parts.map((part) => token(/^\w/.test(part) ? 'word' : 'mark', part))));
}

/** Words of a type that say what it is. */
const maxWords = 8;

/** What a type of ClickHouse can be in; some in each other. */
const wrappers = new Set(['NULLABLE', 'LOWCARDINALITY', 'SIMPLEAGGREGATEFUNCTION']);
const maxWrappers = 4;

const angles = ['<', '>'] as const;
const brackets = ['[', ']'] as const;

/** Whether what is next is about the column, not its type. */
function endsType(reader: TokenReader): boolean {
  const key = reader.peek()?.key ?? '';
  const next = reader.peek(1)?.key ?? '';
  if (key === 'WITH') return next !== 'TIME' && next !== 'LOCAL';
  if (key === 'CHARACTER') return next === 'SET';
  if (key === 'FOR') return !/^(?:BIT|SBCS|MIXED)$/.test(next);
  return afterType.has(key);
}

const afterType = new Set(
  (
    'NOT NULL DEFAULT PRIMARY UNIQUE REFERENCES CHECK CONSTRAINT COLLATE GENERATED AS IDENTITY AUTO_INCREMENT ' +
    'AUTOINCREMENT COMMENT CHARSET ON KEY ENCODE ENCODING STORED VIRTUAL INVISIBLE VISIBLE ROWGUIDCOL SPARSE MASKED ' +
    'OPTIONS TAG MASKING ENABLE DISABLE USING AFTER FIRST BEFORE COMPRESSION STORAGE INLINE LOGGED DEFERRABLE ' +
    'INITIALLY ADD ALTER DROP SRID CODEC TTL MATERIALIZED ALIAS EPHEMERAL DISTKEY SORTKEY TITLE FORMAT UPPERCASE ' +
    'CASESPECIFIC COMPRESS FOREIGN INDEX FILESTREAM ENCRYPTED MASK PROJECTION IMPLICITLY'
  ).split(' '),
);
