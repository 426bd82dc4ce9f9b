import * as l10n from '@vscode/l10n';
import { markdownCode } from '../text/markdown.ts';
import { type Change, severities } from './change.ts';
import { describeChange } from './describe-change.ts';
import { summarizeChanges } from './summary.ts';

/** In characters, before a closing line. A comment on GitHub has at most 65,536. */
const maxLength = 60_000;

/** A comment for a pull request: a summary, then the changes by severity. Leaves out what doesn't fit one comment. */
export function changesAsMarkdown(changes: readonly Change[]): string {
  const headings = {
    breaking: l10n.t('Breaking'),
    compatible: l10n.t('Compatible'),
    cosmetic: l10n.t('Cosmetic'),
  };
  let text = `### ${l10n.t('Dataset')}: ${summarizeChanges(changes)}\n`;
  let shown = 0;
  for (const severity of severities) {
    const items = changes.filter((change) => change.severity === severity);
    for (const [index, change] of items.entries()) {
      const heading = index === 0 ? `\n**${headings[severity]}**\n\n` : '';
      const item = `${heading}- ${describeChange(change, markdownCode)}\n`;
      if (text.length + item.length > maxLength) return `${text}\n${describeRest(changes.length - shown)}\n`;
      text += item;
      shown++;
    }
  }
  return text;
}

function describeRest(count: number): string {
  return count === 1
    ? l10n.t('1 more change is not shown.')
    : l10n.t('{0} more changes are not shown.', count);
}
