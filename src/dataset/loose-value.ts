/**
 * Access to a parsed document that may break any rule: missing properties, wrong types, inherited names such as
 * `constructor`. Nothing here throws.
 */
export type LooseObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object's own property; `undefined` for everything else. */
export function propertyValue(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
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
