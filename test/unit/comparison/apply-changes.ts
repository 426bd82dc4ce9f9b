import type { Change } from '../../../src/comparison/change.ts';
import { itemsOf } from '../../../src/dataset/dataset.ts';
import type { Path } from '../../../src/dataset/problem.ts';
import { isRecord } from '../../../src/is-record.ts';

/** Where a value is in the old document and in the new one. */
interface Places {
  readonly oldPath: Path;
  readonly newPath: Path;
}

/** Makes the new value of the old one and nothing but the reported changes. */
export function applyChanges(before: unknown, changes: readonly Change[]): unknown {
  return changed(before, { oldPath: [], newPath: [] }, changes, 'tables');
}

function changed(
  before: unknown,
  { oldPath, newPath }: Places,
  changes: readonly Change[],
  list: 'tables' | 'columns' | undefined,
): unknown {
  const whole = changes.find(
    ({ kind, property, newPath: path }) =>
      kind === 'property-changed' && property === undefined && isSame(path, newPath),
  );
  const start = whole ? whole.to : before;
  if (!isRecord(start)) return start;
  const members = new Map(Object.entries(isRecord(before) ? before : {}));
  for (const change of changes) {
    const property = changedProperty(change);
    if (property === undefined || !isSame(change.newPath, [...newPath, property])) continue;
    if (change.to === undefined) members.delete(property);
    else members.set(property, change.to);
  }
  if (list !== undefined && Array.isArray(members.get(list))) {
    const places = { oldPath: [...oldPath, list], newPath: [...newPath, list] };
    members.set(list, changedList(itemsOf(before, list), places, changes));
  }
  return Object.fromEntries(members);
}

function changedProperty({ kind, property }: Change): string | undefined {
  switch (kind) {
    case 'dataset-renamed':
    case 'table-renamed':
    case 'column-renamed':
      return 'name';
    case 'column-type-changed':
      return 'dataType';
    default:
      return property;
  }
}

function changedList(before: readonly unknown[], places: Places, changes: readonly Change[]): unknown[] {
  const gone = new Set<number>();
  const moved = new Map<number, number>();
  const added = new Map<number, unknown>();
  let removals = 0;
  for (const { kind, oldPath, newPath, item } of changes) {
    const oldIndex = isIn(oldPath, places.oldPath) ? Number(oldPath.at(-1)) : -1;
    const newIndex = isIn(newPath, places.newPath) ? Number(newPath.at(-1)) : -1;
    if (newIndex >= 0 && /-added$/.test(kind)) added.set(newIndex, item);
    if (newIndex >= 0 && /-moved$/.test(kind)) moved.set(newIndex, oldIndex);
    if (oldIndex >= 0 && /-removed$/.test(kind)) removals++;
    if (oldIndex >= 0 && /-(removed|moved)$/.test(kind)) gone.add(oldIndex);
  }
  const inPlace = [...before.keys()].filter((index) => !gone.has(index));
  return Array.from({ length: before.length - removals + added.size }, (_, index) => {
    if (added.has(index)) return added.get(index);
    const oldIndex = moved.get(index) ?? inPlace.shift() ?? -1;
    const inner = { oldPath: [...places.oldPath, oldIndex], newPath: [...places.newPath, index] };
    return changed(before[oldIndex], inner, changes, places.newPath.length === 1 ? 'columns' : undefined);
  });
}

function isSame(found: Path | undefined, path: Path): boolean {
  return JSON.stringify(found) === JSON.stringify(path);
}

function isIn(found: Path | undefined, list: Path): found is Path {
  return found !== undefined && isSame(found.slice(0, -1), list);
}
