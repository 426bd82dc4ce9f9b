/** A whole number with commas between its thousands. `Intl` would take 13 ms to load when it is first used. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
