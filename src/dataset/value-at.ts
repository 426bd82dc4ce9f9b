import type { Path } from './finding.ts';

/** What a path leads to in a JSON value; `undefined` if it leads nowhere. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
