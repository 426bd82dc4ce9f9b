const start = ' Report: ';

/** A line of output by which code in a browser, which can't write a file, reports a value as JSON. */
export function reportLine(value: unknown): string {
  return start + JSON.stringify(value);
}

/** The JSON text that a line of output reports, undefined for any other line. */
export function reportIn(line: string): string | undefined {
  return line.startsWith(start) ? line.slice(start.length).trim() : undefined;
}
