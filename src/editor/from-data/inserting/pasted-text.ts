import type { InferredFiles, ReadFiles, ReadFilesOptions } from '../../../inference/infer-sources.ts';
import type { InferredTable } from '../../../inference/tables/inferred-table.ts';

/** UTF-16 units. More is data, not a sample: such a file can be dropped. */
const maxLength = 1024 * 1024;

/**
 * The table of a pasted text: a header and at least one row, with at least two columns. `undefined` for other text, such
 * as parts of a dataset.
 */
export async function inferPastedText(
  text: string,
  read: ReadFiles,
  signal: AbortSignal,
): Promise<InferredTable | undefined> {
  if (text.length > maxLength || !looksDelimited(text)) return undefined;
  const [table] = (await readPastedText(text, read, { signal }))?.tables ?? [];
  return table && table.columns.length > 1 && (table.rows ?? 0) > 0 ? table : undefined;
}

/** Reads a pasted text as delimited text. */
export function readPastedText(
  text: string,
  read: ReadFiles,
  options: ReadFilesOptions,
): Promise<InferredFiles | undefined> {
  const name = 'Table.csv';
  return read(
    [{ kind: 'memory', name, label: name, path: '', content: new TextEncoder().encode(text) }],
    options,
  );
}

function looksDelimited(text: string): boolean {
  const [header = '', row] = text.split(/\r?\n/, 2);
  // JSON, or an item or a property of YAML.
  const isDataset = /^(?:[[\]{}#]|-\s|"?[\w ]*"?:(?:\s|$))/.test(header.trimStart());
  return row !== undefined && row !== '' && !isDataset && /[,;\t|]/.test(header);
}
