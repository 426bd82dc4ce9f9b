import { l10n, ThemeColor, ThemeIcon } from 'vscode';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { localDay, type RecordGroup } from '../../../submission/records/groups.ts';

/** The label and icon of an outcome in the view. */
export interface GroupLook {
  readonly label: string;
  readonly icon: ThemeIcon;
}

export function lookOf(group: RecordGroup): GroupLook {
  switch (group) {
    case 'unknown':
      return { label: l10n.t('Outcome unknown'), icon: icon('question', 'list.warningForeground') };
    case 'in-flight':
      return { label: l10n.t('Being submitted'), icon: icon('sync~spin') };
    case 'created':
      return { label: l10n.t('Created'), icon: icon('pass', 'testing.iconPassed') };
    case 'rejected':
      return { label: l10n.t('Rejected'), icon: icon('error', 'list.errorForeground') };
    case 'not-created':
      return { label: l10n.t('Not created'), icon: icon('circle-slash') };
  }
}

export function dayLabel(day: string, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day === localDay(now)) return l10n.t('Today');
  return day === localDay(yesterday) ? l10n.t('Yesterday') : day;
}

/** Hours and minutes, local time. */
export function timeOf({ entry }: JournalRecord): string {
  const submitted = new Date(entry.begunAt);
  return [submitted.getHours(), submitted.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function icon(id: string, color?: string): ThemeIcon {
  return color === undefined ? new ThemeIcon(id) : new ThemeIcon(id, new ThemeColor(color));
}
