// Access to a parsed document that can violate any rule: missing properties, wrong types, inherited names such as
// `constructor`. Nothing here throws.

import { isRecord } from '../is-record.ts';
import type { Path } from './finding.ts';

/** An object's own property; `undefined` for everything else. */
export function propertyValue(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of a JSON value; `undefined` if there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** The tables of a dataset or the columns of a table; none if they aren't an array. */
export function itemsOf(value: unknown, key: 'tables' | 'columns'): readonly unknown[] {
  const items = propertyValue(value, key);
  return Array.isArray(items) ? items : [];
}

/** The name of a dataset, a table or a column; `undefined` if it isn't a string. */
export function nameIn(value: unknown): string | undefined {
  const name = propertyValue(value, 'name');
  return typeof name === 'string' ? name : undefined;
}
