import { checkColumnCount } from '../../inference-error.ts';
import { type Token, TokenReader } from './sql-token.ts';
import type { SqlType } from './sql-types.ts';

export interface SqlColumn {
  readonly name: string;
  /** `undefined`: none is declared. */
  readonly type: SqlType | undefined;
}

/** The columns between the parentheses of a table. `columnsLike`: those of the table whose name is next. */
export function readDefinitions(
  tokens: readonly Token[],
  columnsLike: (reader: TokenReader) => readonly SqlColumn[],
): SqlColumn[] {
  const reader = new TokenReader(tokens);
  const columns: SqlColumn[] = [];
  for (; !reader.isAtEnd; reader.next()) {
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
  reader.next();
  return { name: first.text, type: readType(reader) };
}

/** Whether a key, an index or a constraint is next. Columns can be named like them: `key varchar(255)`. */
export function isConstraint(reader: TokenReader): boolean {
  const word = reader.peek()?.key ?? '';
  const next = reader.peek(1);
  switch (word) {
    case 'CONSTRAINT':
    case 'DEFAULT':
    case 'SUPPLEMENTAL':
      return true;
    case 'PRIMARY':
    case 'FOREIGN':
      return next?.key === 'KEY';
    case 'PERIOD':
      return next?.key === 'FOR';
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
      return false;
  }
}

/** Whether the columns of an index follow its name, not the length of a type. */
function isIndexed(reader: TokenReader): boolean {
  const after = reader.peek(2);
  if (['USING', 'UNIQUE', 'CLUSTERED', 'NONCLUSTERED'].includes(after?.key ?? '')) return true;
  const inside = reader.peek(3);
  return after?.key === '(' && inside?.kind !== 'string' && !/^(?:\d+|MAX)$/.test(inside?.key ?? '');
}

/** The type that is next; `undefined` if there is none, as of a computed column. */
export function readType(reader: TokenReader): SqlType | undefined {
  const words: string[] = [];
  const args: number[] = [];
  let text = '';
  while (!reader.isAtEnd && !reader.is(',', ')', '=', ':', ';') && !endsType(reader)) {
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
        for (const part of shown.split(',')) args.push(part === '*' ? 38 : Number.parseInt(part, 10));
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
  return { name: words.join(' '), args: args.filter((arg) => !Number.isNaN(arg)), text };
}

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
    'INITIALLY ADD ALTER DROP SRID'
  ).split(' '),
);
