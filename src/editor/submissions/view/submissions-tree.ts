import {
  type Disposable,
  EventEmitter,
  l10n,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  workspace,
} from 'vscode';
import {
  describeUnreadable,
  type GroupedDay,
  type GroupedRecords,
  groupOf,
  groupRecords,
  localDay,
  matches,
  type RecordGroup,
} from '../../../app/group-records.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import type { JournalRecord, Unreadable } from '../../../submission/journal/journal.ts';
import { type OutcomeRow, outcomeTable } from '../../../submission/outcome-table.ts';
import { datasetIdOf, describeState, documentName } from '../../../submission/state-message.ts';
import { plainText } from '../../../text/plain-text.ts';
import { localDate, localTime, localTimeOfDay } from '../../local-time.ts';
import type { SubmissionStore } from './submission-store.ts';

export type SubmissionNode =
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'group'; readonly grouped: GroupedRecords }
  | { readonly kind: 'day'; readonly group: RecordGroup; readonly grouped: GroupedDay }
  | { readonly kind: 'record'; readonly record: JournalRecord }
  | { readonly kind: 'damage'; readonly unreadable: readonly Unreadable[] }
  | { readonly kind: 'unreadable'; readonly unreadable: Unreadable };

/** The tree of the Submissions view: interrupted batches, then submissions by outcome and day. */
export class SubmissionsTree implements TreeDataProvider<SubmissionNode>, Disposable {
  readonly #store: SubmissionStore;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #subscription: Disposable;
  #filter = '';

  constructor(store: SubmissionStore) {
    this.#store = store;
    this.#subscription = store.onDidChange(() => this.#changed.fire());
  }

  get filter(): string {
    return this.#filter;
  }

  set filter(words: string) {
    this.#filter = words.trim();
    this.#changed.fire();
  }

  /** The submissions that match the filter. */
  records(): readonly JournalRecord[] {
    const { records } = this.#store.current;
    return this.#filter === '' ? records : records.filter((record) => matches(record, this.#filter));
  }

  getChildren(node?: SubmissionNode): SubmissionNode[] {
    if (node === undefined) return this.#roots();
    switch (node.kind) {
      case 'group':
        return node.grouped.days.map((grouped) => ({ kind: 'day', group: node.grouped.group, grouped }));
      case 'day':
        return node.grouped.records.map((record) => ({ kind: 'record', record }));
      case 'damage':
        return node.unreadable.map((unreadable) => ({ kind: 'unreadable', unreadable }));
      case 'batch':
      case 'record':
      case 'unreadable':
        return [];
    }
  }

  getTreeItem(node: SubmissionNode): TreeItem {
    switch (node.kind) {
      case 'batch':
        return batchItem(node.batch);
      case 'group':
        return groupItem(node.grouped, this.#filter !== '');
      case 'day':
        return dayItem(node.group, node.grouped, this.#filter !== '');
      case 'record':
        return recordItem(node);
      case 'damage':
        return damageItem(node.unreadable.length);
      case 'unreadable':
        return unreadableItem(node.unreadable);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #roots(): SubmissionNode[] {
    const { records, unreadable, interrupted } = this.#store.current;
    const grouped = groupRecords(this.records(), records);
    return [
      ...interrupted.map((batch): SubmissionNode => ({ kind: 'batch', batch })),
      ...grouped.map((group): SubmissionNode => ({ kind: 'group', grouped: group })),
      ...(unreadable.length > 0 && this.#filter === '' ? [{ kind: 'damage', unreadable } as const] : []),
    ];
  }
}

function batchItem(batch: Batch): TreeItem {
  const count = batch.documents.length;
  const label = count === 1 ? l10n.t('Interrupted: 1 dataset') : l10n.t('Interrupted: {0} datasets', count);
  const item = new TreeItem(label);
  item.id = `run ${batch.id}`;
  const environment = plainText(batch.environment);
  item.description = environment;
  item.iconPath = new ThemeIcon('debug-pause', new ThemeColor('list.warningForeground'));
  item.tooltip = l10n.t(
    'Creating {0} datasets in {1} was interrupted. It started on {2}. Resume to continue. Datasets that were created are kept.',
    count,
    environment,
    localTime(batch.begunAt),
  );
  item.contextValue = 'run';
  item.accessibilityInformation = { label: `${label}, ${environment}` };
  return item;
}

/** What a filter found is open, under an ID of its own: VS Code would keep a group closed. */
function groupItem({ group, count }: GroupedRecords, isFiltered: boolean): TreeItem {
  const { label, icon } = lookOf(group);
  const item = new TreeItem(label, isFiltered || outcomeTable[group].needsAttention ? expanded : collapsed);
  item.id = isFiltered ? `filtered ${group}` : group;
  item.description = String(count);
  item.iconPath = icon;
  item.contextValue = 'group';
  item.accessibilityInformation = { label: withCount(label, count) };
  return item;
}

function dayItem(group: RecordGroup, { day, records }: GroupedDay, isFiltered: boolean): TreeItem {
  const { label, isRecent } = dayLabel(day, new Date());
  const isOpen = isFiltered || isRecent || outcomeTable[group].needsAttention;
  const item = new TreeItem(label, isOpen ? expanded : collapsed);
  item.id = isFiltered ? `filtered ${group} ${day}` : `${group} ${day}`;
  item.description = String(records.length);
  item.contextValue = 'day';
  item.accessibilityInformation = { label: withCount(label, records.length) };
  return item;
}

function recordItem(node: Extract<SubmissionNode, { kind: 'record' }>): TreeItem {
  const { entry, state } = node.record;
  const name = documentName(entry);
  const group = groupOf(state);
  const what = describeState(state);
  const time = localTimeOfDay(entry.begunAt);
  const item = new TreeItem(name);
  item.id = entry.id;
  const environment = plainText(entry.environment);
  item.description = [time, environment, plainText(datasetIdOf(state) ?? '')]
    .filter((part) => part !== '')
    .join(' · ');
  item.iconPath = lookOf(group).icon;
  // Text, not Markdown: it contains text of a server.
  const path = plainText(workspace.asRelativePath(Uri.parse(entry.document)));
  item.tooltip = [`${path}: ${what}`, entry.requestUrl, localTime(entry.begunAt)].join('\n');
  item.contextValue = contextOf(node.record);
  item.accessibilityInformation = {
    label: l10n.t('{0}, {1}, in {2}, at {3}', name, what, environment, time),
  };
  item.command = {
    command: 'dataset.showSubmission',
    title: l10n.t('Show Submission'),
    arguments: [node],
  };
  return item;
}

/** The words that the `when` clauses in package.json look for. */
function contextOf({ state }: JournalRecord): string {
  const words = ['submission', groupOf(state)];
  if (datasetIdOf(state) !== undefined) words.push('with-id');
  return words.join(' ');
}

function damageItem(count: number): TreeItem {
  const label = l10n.t("Can't be read");
  const item = new TreeItem(label, collapsed);
  item.id = 'damage';
  item.description = String(count);
  item.iconPath = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  item.contextValue = 'damage';
  item.accessibilityInformation = { label: withCount(label, count) };
  return item;
}

function unreadableItem(unreadable: Unreadable): TreeItem {
  const item = new TreeItem(unreadable.id);
  item.id = unreadable.id;
  item.description = describeUnreadable(unreadable);
  item.contextValue = 'unreadable';
  return item;
}

function withCount(label: string, count: number): string {
  return count === 1 ? l10n.t('{0}, 1 submission', label) : l10n.t('{0}, {1} submissions', label, count);
}

const expanded = TreeItemCollapsibleState.Expanded;
const collapsed = TreeItemCollapsibleState.Collapsed;

/** The label and icon of an outcome in the view. */
function lookOf(group: RecordGroup): { readonly label: string; readonly icon: ThemeIcon } {
  const { label, icon } = outcomeTable[group];
  const { id, color }: OutcomeRow['icon'] = icon;
  return {
    label: label(),
    icon: color === undefined ? new ThemeIcon(id) : new ThemeIcon(id, new ThemeColor(color)),
  };
}

/** The label of a day that `localDay` wrote. Recent: today or yesterday. */
function dayLabel(day: string, now: Date): { readonly label: string; readonly isRecent: boolean } {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day === localDay(now)) return { label: l10n.t('Today'), isRecent: true };
  if (day === localDay(yesterday)) return { label: l10n.t('Yesterday'), isRecent: true };
  return { label: localDate(`${day}T00:00`), isRecent: false };
}
