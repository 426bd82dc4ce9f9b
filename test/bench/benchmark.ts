/** The results of a benchmark. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Explains what was measured, and how. */
  readonly notes?: readonly string[];
  /** A message for each performance target that was missed. */
  readonly violations?: readonly string[];
}

/** The exports of each `*.bench.ts` file. `npm run bench -- <part of a file name>` runs only matching files. */
export interface Benchmark {
  readonly name: string;
  run(): Promise<Table>;
}

/** Formats the table as Markdown with aligned columns. */
export function markdown({ columns, rows }: Table): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, 3, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, index) => pad(cells[index] ?? '', width, index)).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}

/** Aligns the first column, which has labels, to the left, and all others to the right. */
function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
