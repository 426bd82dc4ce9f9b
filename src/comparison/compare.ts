import { isSameContent } from '../dataset/canonical-text.ts';
import { itemsOf, nameIn, propertyValue } from '../dataset/dataset.ts';
import type { Path } from '../dataset/problem.ts';
import { isRecord } from '../is-record.ts';
import { type Change, type ChangeKind, severityOfKind } from './change.ts';
import { movedItems, type Pair, type Pairing, pairByName, renamedColumns, renamedTables } from './pairing.ts';

type Details = Omit<Change, 'kind' | 'severity'>;

/** A dataset, table or column in both values. */
interface Both {
  readonly before: unknown;
  readonly after: unknown;
  /** Of a table or column. Paths are built from it only if there is a change to report. */
  readonly place?: Pair & { readonly parent: Both; readonly list: Level['list'] };
}

/** How tables and columns differ. */
interface Level {
  readonly list: 'tables' | 'columns';
  readonly added: ChangeKind;
  readonly removed: ChangeKind;
  readonly renamed: ChangeKind;
  readonly moved: ChangeKind;
  readonly findRenamed: (
    oldList: readonly unknown[],
    newList: readonly unknown[],
    pairing: Pairing,
  ) => Pair[];
  /** How changes name an item. */
  readonly label: (item: unknown) => Details;
  /** What else changes report of an item that was added or removed. */
  readonly typeOf: (item: unknown) => unknown;
  readonly compareItems: (both: Both, report: Report) => void;
}

type Report = (kind: ChangeKind, details: Details) => void;

/**
 * The differences of two parsed documents, in the order of the new one; removed items come first. The documents can violate
 * any rule. Takes time n log n for size n.
 */
export function compareDatasets(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  const report: Report = (kind, details) =>
    changes.push({ kind, severity: severityOfKind[kind], ...details });
  const both: Both = { before, after };
  const [from, to] = [propertyValue(before, 'name'), propertyValue(after, 'name')];
  compareShells(both, report);
  if (!isSameContent(from, to)) report('dataset-renamed', { ...fromTo(from, to), ...paths(both, 'name') });
  compareProperties(both, ['name', 'tables'], report);
  compareLists(both, tableLevel, report);
  return changes;
}

const tableLevel: Level = {
  list: 'tables',
  added: 'table-added',
  removed: 'table-removed',
  renamed: 'table-renamed',
  moved: 'table-moved',
  findRenamed: renamedTables,
  label: (table) => ({ table: nameIn(table) ?? null }),
  typeOf: () => undefined,
  compareItems: (both, report) => {
    compareProperties(both, ['columns'], report);
    compareLists(both, columnLevel, report);
  },
};

const columnLevel: Level = {
  list: 'columns',
  added: 'column-added',
  removed: 'column-removed',
  renamed: 'column-renamed',
  moved: 'column-moved',
  findRenamed: renamedColumns,
  label: (column) => ({ column: nameIn(column) ?? null }),
  typeOf: (column) => propertyValue(column, 'dataType'),
  compareItems: (both, report) => {
    const [from, to] = [columnLevel.typeOf(both.before), columnLevel.typeOf(both.after)];
    if (!isSameContent(from, to))
      report('column-type-changed', { ...fromTo(from, to), ...paths(both, 'dataType') });
    compareProperties(both, ['dataType'], report);
  },
};

function compareLists(both: Both, level: Level, report: Report): void {
  compareListShells(both, level.list, report);
  const oldList = itemsOf(both.before, level.list);
  const newList = itemsOf(both.after, level.list);
  const pairing = pairByName(oldList, newList);
  const renames = level.findRenamed(oldList, newList, pairing);
  const renamedNew = new Set(renames.map(({ newIndex }) => newIndex));

  const pairs = [...pairing.same, ...renames].sort((a, b) => a.newIndex - b.newIndex);
  const newIndexOf = new Map(pairs.map(({ oldIndex, newIndex }) => [oldIndex, newIndex]));
  let near: number | undefined;
  oldList.forEach((item, index) => {
    near = newIndexOf.get(index) ?? near;
    if (newIndexOf.has(index)) return;
    const oldPath = [...pathOf(both, 'oldIndex'), level.list, index];
    const nearPath = [...pathOf(both, 'newIndex'), level.list, ...(near === undefined ? [] : [near])];
    const details = { ...level.label(item), ...fromTo(level.typeOf(item), undefined), item };
    report(level.removed, { ...details, oldPath, nearPath });
  });

  const moved = movedItems(pairs.map(({ oldIndex }) => oldIndex));
  let next = 0;
  newList.forEach((item, index) => {
    const pair = pairs[next];
    if (pair?.newIndex !== index) {
      const newPath = [...pathOf(both, 'newIndex'), level.list, index];
      report(level.added, { ...level.label(item), ...fromTo(undefined, level.typeOf(item)), item, newPath });
      return;
    }
    const before = oldList[pair.oldIndex];
    const inner: Both = { before, after: item, place: { ...pair, parent: both, list: level.list } };
    const reportItem: Report = (kind, details) => report(kind, { ...level.label(item), ...details });
    if (renamedNew.has(index))
      reportItem(level.renamed, {
        ...fromTo(propertyValue(before, 'name'), propertyValue(item, 'name')),
        ...paths(inner, 'name'),
      });
    if (moved.has(next)) reportItem(level.moved, { from: pair.oldIndex + 1, to: index + 1, ...paths(inner) });
    compareShells(inner, reportItem);
    level.compareItems(inner, reportItem);
    next++;
  });
}

/** Reports a change if one of the values isn't an object. */
function compareShells(both: Both, report: Report): void {
  const { before, after } = both;
  if (isRecord(before) && isRecord(after)) return;
  if (!isSameContent(before, after))
    report('property-changed', {
      from: isRecord(before) ? {} : before,
      to: isRecord(after) ? {} : after,
      ...paths(both),
    });
}

/** Reports a change if one of the lists is missing or isn't an array. */
function compareListShells(both: Both, property: 'tables' | 'columns', report: Report): void {
  const [from, to] = [propertyValue(both.before, property), propertyValue(both.after, property)];
  if ((Array.isArray(from) && Array.isArray(to)) || isSameContent(from, to)) return;
  const [shownFrom, shownTo] = [from, to].map((value) => (Array.isArray(value) ? [] : value));
  report('property-changed', { property, ...fromTo(shownFrom, shownTo), ...paths(both, property) });
}

/** Compares all properties except those that have their own kinds of changes. Compares names only if they aren't strings. */
function compareProperties(both: Both, except: readonly string[], report: Report): void {
  const { before, after } = both;
  const compareProperty = (property: string) => {
    const isName = property === 'name' && (nameIn(before) !== undefined || nameIn(after) !== undefined);
    if (isName || except.includes(property)) return;
    const [from, to] = [propertyValue(before, property), propertyValue(after, property)];
    if (isSameContent(from, to)) return;
    report('property-changed', { property, ...fromTo(from, to), ...paths(both, property) });
  };
  if (isRecord(before))
    for (const property of Object.keys(before))
      if (propertyValue(after, property) === undefined) compareProperty(property);
  if (isRecord(after)) for (const property of Object.keys(after)) compareProperty(property);
}

/** Omits values that are `undefined`: a missing value, because JSON has no `undefined`. */
function fromTo(from: unknown, to: unknown): Pick<Details, 'from' | 'to'> {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function paths(both: Both, ...property: readonly string[]): Pick<Details, 'oldPath' | 'newPath'> {
  return {
    oldPath: [...pathOf(both, 'oldIndex'), ...property],
    newPath: [...pathOf(both, 'newIndex'), ...property],
  };
}

function pathOf({ place }: Both, index: keyof Pair): Path {
  return place === undefined ? [] : [...pathOf(place.parent, index), place.list, place[index]];
}
