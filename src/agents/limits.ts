/** The largest results, in bytes of JSON in UTF-8. */
export const resultLimits = { default: 8 * 1024, long: 64 * 1024 } as const;

/** Further problems of one document are only counted. */
export const maxListedProblems = 50;

/** Further files of one call are not read. */
export const maxFiles = 1000;

const encoder = new TextEncoder();

/** Bytes of a value as JSON in UTF-8. */
export function jsonSize(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

/** Space for parts of a result, in bytes of JSON. */
class Space {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** As many items from the start as fit. */
  take<Item>(items: readonly Item[]): readonly Item[] {
    let taken = 0;
    const end = items.findIndex((item) => {
      const size = jsonSize(item) + 1;
      if (taken + size > this.#left) return true;
      taken += size;
      return false;
    });
    this.#left -= taken;
    return end < 0 ? items : items.slice(0, end);
  }
}

/** As many items from the start as fit into `bytes` of JSON. */
export function itemsWithin<Item>(items: readonly Item[], bytes: number): readonly Item[] {
  return new Space(bytes).take(items);
}

/**
 * `head` and lists, as much of them, in their order, as fits into `bytes`. `truncated` says what is missing, by how many items
 * of the first list are shown.
 */
export function withLists<Head extends object>(
  head: Head,
  lists: Readonly<Record<string, readonly unknown[]>>,
  truncated: (shown: number) => string,
  { bytes = resultLimits.default as number, isWhole = true } = {},
): Head & Readonly<Record<string, unknown>> {
  const everything = { ...head, ...lists };
  if (isWhole && jsonSize(everything) <= bytes) return everything;
  const names = Object.keys(lists);
  const empty = Object.fromEntries(names.map((name) => [name, []]));
  const [first = []] = Object.values(lists);
  const space = new Space(bytes - jsonSize({ ...head, ...empty, truncated: truncated(first.length) }));
  const shown = names.map((name) => [name, space.take(lists[name] ?? [])] as const);
  return { ...head, ...Object.fromEntries(shown), truncated: truncated(shown[0]?.[1].length ?? 0) };
}

/** Cuts a text to a number of characters. `…` shows that it was cut. */
export function cutText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
