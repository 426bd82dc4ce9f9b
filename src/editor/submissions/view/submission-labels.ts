import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import { localDay, type RecordGroup } from '../../../app/submissions.ts';
import { type OutcomeRow, outcomeTable } from '../../../submission/outcome-table.ts';
import { localDate } from '../../local-time.ts';

/** The label and icon of an outcome in the view. */
export interface GroupLook {
  readonly label: string;
  readonly icon: ThemeIcon;
}

export function lookOf(group: RecordGroup): GroupLook {
  const { label, icon } = outcomeTable[group];
  const { id, color }: OutcomeRow['icon'] = icon;
  return {
    label: label(),
    icon: color === undefined ? new ThemeIcon(id) : new ThemeIcon(id, new ThemeColor(color)),
  };
}

/** The label of a day that `localDay` wrote. Recent: today or yesterday. */
export function dayLabel(day: string, now: Date): { readonly label: string; readonly isRecent: boolean } {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day === localDay(now)) return { label: l10n.t('Today'), isRecent: true };
  if (day === localDay(yesterday)) return { label: l10n.t('Yesterday'), isRecent: true };
  return { label: localDate(`${day}T00:00`), isRecent: false };
}
