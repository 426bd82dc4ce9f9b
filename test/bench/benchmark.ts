/** What a benchmark comes to: a table, and the promises that its numbers break. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What has to be known to read the table: what was measured, and how. */
  readonly notes?: readonly string[];
  /** A line for each promise that does not hold. */
  readonly broken?: readonly string[];
}

/** What each file `*.bench.ts` of this folder exports; `npm run bench -- <part of a name>` runs some of them. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<Table>;
}

/** The table as Markdown, its columns aligned so that it can be read as it is. */
export function markdown({ columns, rows }: Table): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, 3, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, index) => pad(cells[index] ?? '', width, index)).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}

/** Numbers to the right; the first column is what they are numbers of. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
