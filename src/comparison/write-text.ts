import { bySeverity, type Change } from './change.ts';
import { describeChange } from './describe-change.ts';
import { summarizeChanges } from './summary.ts';

/** One line for each change, breaking changes first, and a summary. Empty if there is no change. */
export function changesAsText(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const lines = bySeverity(changes).map(
    (change) => `${change.severity.padEnd('compatible'.length)}  ${describeChange(change)}\n`,
  );
  return `${lines.join('')}\n${summarizeChanges(changes)}\n`;
}
