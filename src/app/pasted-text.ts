import { hasTables } from '../inference/data-format.ts';
import { looksLikeSql } from '../inference/formats/sql/sql-dialect.ts';
import type { InferredFiles, ReadFiles, ReadFilesOptions } from '../inference/infer-sources.ts';
import type { InferredTable } from '../inference/inferred-table.ts';
import { describeFinding } from './messages/check-finding.ts';

/** UTF-16 units. More is data, not a sample: such a file can be dropped. */
const maxLength = 1024 * 1024;

/** What a pasted text contains. */
export interface PastedTables {
  readonly tables: readonly [InferredTable, ...InferredTable[]];
  /** Whether the text names its tables, as SQL does. */
  readonly areNamed: boolean;
  /** Which tables and views of a script were left out, in a sentence; `undefined` if none. */
  readonly leftOut: string | undefined;
  /** Reads the text in another way. */
  readonly readAgain: (options: ReadFilesOptions) => Promise<InferredFiles | undefined>;
}

/**
 * The tables of a pasted text: those that SQL creates, or one of a header and at least one row, with at least two columns.
 * `undefined` for other text, such as parts of a dataset.
 */
export async function inferPastedText(
  text: string,
  read: ReadFiles,
  signal: AbortSignal,
): Promise<PastedTables | undefined> {
  if (text.length > maxLength) return undefined;
  const content = new TextEncoder().encode(text);
  const isSql = looksLikeSql(content);
  if (!isSql && !looksDelimited(text)) return undefined;
  const name = isSql ? 'Table.sql' : 'Table.csv';
  // No encoding that is named for other files is that of a pasted text.
  const marked = new TextEncoder().encode(`\ufeff${text}`);
  const file = { kind: 'memory', name, label: name, path: '', content: marked } as const;
  const { tables = [], schemas = [] } = (await read([file], { signal })) ?? {};
  const [table, ...others] = tables;
  const isTable = table && (isSql || (table.columns.length > 1 && (table.rows ?? 0) > 0));
  if (!isTable) return undefined;
  const parts = schemas.flatMap(({ skipped }) => skipped.filter(hasTables));
  const leftOut = parts.length === 0 ? undefined : describeFinding({ code: 'skipped-data', parts });
  return {
    tables: [table, ...others],
    areNamed: isSql,
    leftOut,
    readAgain: (options) => read([file], options),
  };
}

/** What they become, in the text and in the designer. What names a table is a table, also inside of another one. */
export function listFor({ tables, areNamed }: PastedTables, isInTable: boolean): 'tables' | 'columns' {
  return isInTable && !areNamed && tables.length === 1 ? 'columns' : 'tables';
}

function looksDelimited(text: string): boolean {
  const [header = '', row] = text.split(/\r?\n/, 2);
  // JSON, or an item or a property of YAML.
  const isDataset = /^(?:[[\]{}#]|-\s|"?[\w ]*"?:(?:\s|$))/.test(header.trimStart());
  return row !== undefined && row !== '' && !isDataset && /[,;\t|]/.test(header);
}
