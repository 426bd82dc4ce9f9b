/** A number with separators between its thousands. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
