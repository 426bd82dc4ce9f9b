const prefix = ' Report: ';

/** Formats a value as a line of output, for code in a browser, which can't write files. */
export function reportLine(value: unknown): string {
  return prefix + JSON.stringify(value);
}

/** Returns the JSON text in a line by `reportLine`, or undefined for other lines. */
export function reportIn(line: string): string | undefined {
  return line.startsWith(prefix) ? line.slice(prefix.length).trim() : undefined;
}
