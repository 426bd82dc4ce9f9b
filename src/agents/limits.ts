/** The largest results, in bytes of JSON in UTF-8. */
export const resultLimits = { default: 8 * 1024, long: 64 * 1024 } as const;

/** Further problems of one document are only counted. */
export const maxProblems = 50;

/** Further files of one call are not read. */
export const maxFiles = 1000;

const encoder = new TextEncoder();

/** Bytes of a value as JSON in UTF-8. */
export function jsonSize(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

/** As many items from the start as fit into `bytes` of JSON. */
export function itemsWithin<Item>(items: readonly Item[], bytes: number): readonly Item[] {
  let left = bytes;
  let count = 0;
  for (const item of items) {
    left -= jsonSize(item) + 1;
    if (left < 0) break;
    count++;
  }
  return items.slice(0, count);
}

/** Cuts a text to a number of characters. `…` shows that it was cut. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
