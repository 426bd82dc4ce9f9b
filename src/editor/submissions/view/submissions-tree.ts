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
  type GroupedDay,
  type GroupedRecords,
  groupOf,
  groupRecords,
  localDay,
  matches,
  type RecordGroup,
} from '../../../app/submissions/group-records.ts';
import { isRecord } from '../../../is-record.ts';
import type { Batch } from '../../../submission/journal/directory/directory-batches.ts';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { type OutcomeRow, outcomeTable } from '../../../submission/outcome-table.ts';
import { describeState, documentName, recordedDatasetId } from '../../../submission/state-message.ts';
import { plainText } from '../../../text/plain-text.ts';
import type { SubmissionStore } from '../../studio/submission-store.ts';
import { localDate, localTime, localTimeOfDay } from '../../ui/local-time.ts';

/** A row of the tree. */
export interface SubmissionNode {
  readonly kind: 'batch' | 'submission' | 'other';
  /** Of the batch or the submission. */
  readonly id: string;
  readonly item: TreeItem;
  readonly children?: () => readonly SubmissionNode[];
}

/** The ID that a command is called with, or that of a node. */
export function passedId(target: unknown, kind: SubmissionNode['kind']): string | undefined {
  if (typeof target === 'string') return target;
  return isRecord(target) && target.kind === kind ? String(target.id) : undefined;
}

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
    return [...(node ? (node.children?.() ?? []) : this.#roots())];
  }

  getTreeItem({ item }: SubmissionNode): TreeItem {
    return item;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #roots(): SubmissionNode[] {
    const { history, interrupted } = this.#store.current;
    const isFiltered = this.#filter !== '';
    return [
      ...interrupted.map(batchNode),
      ...groupRecords(this.records(), history).map((grouped) => groupNode(grouped, isFiltered)),
    ];
  }
}

function batchNode(batch: Batch): SubmissionNode {
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
  item.contextValue = 'batch';
  item.accessibilityInformation = { label: `${label}, ${environment}` };
  return { kind: 'batch', id: batch.id, item };
}

/** What a filter found is open, under an ID of its own: VS Code would keep a group closed. */
function groupNode({ group, count, days }: GroupedRecords, isFiltered: boolean): SubmissionNode {
  const isOpen = isFiltered || outcomeTable[group].needsAttention;
  const id = isFiltered ? `filtered ${group}` : group;
  const node = countedNode(outcomeTable[group].label(), id, count, isOpen, () =>
    days.map((day) => dayNode(day, `${id} ${day.day}`, isOpen)),
  );
  node.item.iconPath = iconOf(group);
  return node;
}

function dayNode({ day, records }: GroupedDay, id: string, isOpen: boolean): SubmissionNode {
  const { label, isRecent } = dayLabel(day, new Date());
  return countedNode(label, id, records.length, isOpen || isRecent, () => records.map(submissionNode));
}

/** A row that contains `count` submissions. */
function countedNode(
  label: string,
  id: string,
  count: number,
  isOpen: boolean,
  children: () => readonly SubmissionNode[],
): SubmissionNode {
  const { Collapsed, Expanded } = TreeItemCollapsibleState;
  const item = new TreeItem(label, isOpen ? Expanded : Collapsed);
  item.id = id;
  item.description = String(count);
  item.accessibilityInformation = {
    label: count === 1 ? l10n.t('{0}, 1 submission', label) : l10n.t('{0}, {1} submissions', label, count),
  };
  return { kind: 'other', id, item, children };
}

function submissionNode({ entry, state }: JournalRecord): SubmissionNode {
  const name = documentName(entry);
  const group = groupOf(state);
  const what = describeState(state);
  const time = localTimeOfDay(entry.begunAt);
  const datasetId = recordedDatasetId(state);
  const item = new TreeItem(name);
  item.id = entry.id;
  const environment = plainText(entry.environment);
  item.description = [time, environment, plainText(datasetId ?? '')]
    .filter((part) => part !== '')
    .join(' · ');
  item.iconPath = iconOf(group);
  // Text, not Markdown: it contains text of a server.
  const path = plainText(workspace.asRelativePath(Uri.parse(entry.document)));
  item.tooltip = [`${path}: ${what}`, entry.requestUrl, localTime(entry.begunAt)].join('\n');
  // The words that the `when` clauses in package.json look for.
  item.contextValue = `submission ${group}${datasetId === undefined ? '' : ' with-id'}`;
  item.accessibilityInformation = {
    label: l10n.t('{0}, {1}, in {2}, at {3}', name, what, environment, time),
  };
  item.command = {
    command: 'dataset.showSubmission',
    title: l10n.t('Show Submission'),
    arguments: [entry.id],
  };
  return { kind: 'submission', id: entry.id, item };
}

function iconOf(group: RecordGroup): ThemeIcon {
  const { id, color }: OutcomeRow['icon'] = outcomeTable[group].icon;
  return color === undefined ? new ThemeIcon(id) : new ThemeIcon(id, new ThemeColor(color));
}

/** The label of a day that `localDay` wrote. Recent: today or yesterday. */
function dayLabel(day: string, now: Date): { readonly label: string; readonly isRecent: boolean } {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day === localDay(now)) return { label: l10n.t('Today'), isRecent: true };
  if (day === localDay(yesterday)) return { label: l10n.t('Yesterday'), isRecent: true };
  return { label: localDate(`${day}T00:00`), isRecent: false };
}
