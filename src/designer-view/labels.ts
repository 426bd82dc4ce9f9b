import type { DesignItem } from '../designer/design.ts';
import { fill, type Strings } from '../designer/strings.ts';
import { printable } from '../text/printable.ts';

/** The maximum length of a name that is shown, in characters. */
const maxLength = 200;

/** Keeps the texts of an item's parts from being read as one word. Not drawn. */
export const textBreak = ' ';

/** A name to show: what can't be seen is escaped. */
export function nameLabel(name: string | undefined, strings: Strings): string {
  if (name === undefined) return strings.noName;
  return name.trim() === '' ? strings.emptyName : printable(name, maxLength);
}

export function dataTypeLabel(dataType: string | undefined, strings: Strings): string {
  return dataType === undefined || dataType === '' ? strings.noDataType : printable(dataType, maxLength);
}

export function tableCount(count: number, strings: Strings): string {
  return count === 1 ? strings.oneTable : fill(strings.tables, count);
}

export function columnCount(count: number, strings: Strings): string {
  return count === 1 ? strings.oneColumn : fill(strings.columns, count);
}

export function problemCount(count: number, strings: Strings): string {
  return count === 1 ? strings.oneProblem : fill(strings.problems, count);
}

/** What a screen reader says of an item, such as `Orders, 4 columns, 1 problem`. Begins with what the item shows. */
export function spokenLabel(item: DesignItem, details: readonly string[], strings: Strings): string {
  const { length } = item.problems;
  const parts = [nameLabel(item.name, strings), ...details];
  return (length === 0 ? parts : [...parts, problemCount(length, strings)]).join(', ');
}
