import { isRecord } from '../is-record.ts';
import type { Change } from './change.ts';

/** Values nested deeper are left out: most programs that read JSON can't read them. */
const maxDepth = 100;

/** A change as `diff --format json` prints it. */
export type ChangeRecord = Pick<
  Change,
  'kind' | 'severity' | 'table' | 'column' | 'property' | 'from' | 'to'
>;

/** The changes in the order of the new dataset, for `JSON.stringify`. */
export function changeRecords(changes: readonly Change[]): ChangeRecord[] {
  return changes.map(({ kind, severity, table, column, property, from, to }) => ({
    kind,
    severity,
    ...(table === undefined ? {} : { table }),
    ...(column === undefined ? {} : { column }),
    ...(property === undefined ? {} : { property }),
    ...(from === undefined ? {} : { from: writable(from) }),
    ...(to === undefined ? {} : { to: writable(to) }),
  }));
}

function writable(value: unknown): unknown {
  const pending = [{ value, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.depth > maxDepth) return '(nested too deeply)';
    const { value: container, depth } = next;
    const children = Array.isArray(container)
      ? container
      : isRecord(container)
        ? Object.values(container)
        : [];
    for (const child of children) pending.push({ value: child, depth: depth + 1 });
  }
  return value;
}
