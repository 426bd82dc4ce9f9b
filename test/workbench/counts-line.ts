/** How many tests of a run passed and failed. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

const start = ' Test counts: ';

/** The line by which tests in a browser report their counts: they can't write a file. */
export function countsLine(counts: TestCounts): string {
  return start + JSON.stringify(counts);
}

/** The counts in a line of output, undefined for any other line. */
export function countsIn(line: string): string | undefined {
  return line.startsWith(start) ? line.slice(start.length).trim() : undefined;
}
