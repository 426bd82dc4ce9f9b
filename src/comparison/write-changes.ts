import * as l10n from '@vscode/l10n';
import { markdownCode } from '../text/markdown.ts';
import {
  bySeverity,
  type Change,
  type ChangeSeverity,
  changeSeverities,
  summarizeChanges,
} from './change.ts';
import { describeChange } from './describe-change.ts';

/** One line for each change, breaking changes first, and a summary. Empty if there is no change. */
export function changesAsText(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  return `${changeLines(changes).join('')}\n${summarizeChanges(changes)}\n`;
}

/** One line for each change, breaking changes first. */
export function changeLines(changes: readonly Change[]): string[] {
  return bySeverity(changes).map(
    (change) => `${change.severity.padEnd('compatible'.length)}  ${describeChange(change)}\n`,
  );
}

/** In characters, before a closing line. A comment on GitHub has at most 65,536. */
const maxLength = 60_000;

/** A comment for a pull request: a summary, then the changes by severity. Leaves out what doesn't fit one comment. */
export function changesAsMarkdown(changes: readonly Change[]): string {
  return markdownComment(`### ${l10n.t('Dataset')}: ${summarizeChanges(changes)}\n`, markdownItems(changes));
}

export function severityLabels(): Readonly<Record<ChangeSeverity, string>> {
  return {
    breaking: l10n.t('Breaking'),
    compatible: l10n.t('Compatible'),
    cosmetic: l10n.t('Cosmetic'),
  };
}

/** The items of a list of changes by severity, each with the heading above it. */
export function markdownItems(changes: readonly Change[]): readonly string[] {
  const headings = severityLabels();
  return changeSeverities.flatMap((severity) =>
    changes
      .filter((change) => change.severity === severity)
      .map((change, index) => {
        const heading = index === 0 ? `\n**${headings[severity]}**\n\n` : '';
        return `${heading}- ${describeChange(change, markdownCode)}\n`;
      }),
  );
}

/** A heading and items as one comment. Leaves out what doesn't fit. */
export function markdownComment(heading: string, items: readonly string[]): string {
  let text = heading;
  for (const [index, item] of items.entries()) {
    if (text.length + item.length > maxLength) return `${text}\n${describeRest(items.length - index)}\n`;
    text += item;
  }
  return text;
}

export function describeRest(count: number): string {
  return count === 1
    ? l10n.t('1 more change is not shown.')
    : l10n.t('{0} more changes are not shown.', count);
}

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
    table,
    column,
    property,
    from: writable(from),
    to: writable(to),
  }));
}

function writable(value: unknown): unknown {
  return isTooDeep(value) ? '(nested too deeply)' : value;
}

function isTooDeep(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) return true;
  return typeof value === 'object' && Object.values(value ?? {}).some((child) => isTooDeep(child, depth + 1));
}
