import {
  commands,
  type Disposable,
  type LogOutputChannel,
  l10n,
  type TreeView,
  type Uri,
  window,
} from 'vscode';
import { unsettled } from '../../../app/submissions/group-records.ts';
import { describeJournalFailure, type Recovery } from '../../../submission/journal/journal.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import { SubmissionStore } from '../../studio/submission-store.ts';
import { commandButton, notify } from '../../ui/notifications.ts';
import type { SubmissionNode, SubmissionsTree } from './submissions-tree.ts';

/** The Submissions view around its tree: the badge with the number of unknown outcomes, the message, and the filter. */
export function submissionsView(
  view: TreeView<SubmissionNode>,
  store: SubmissionStore,
  tree: SubmissionsTree,
): Disposable & { readonly askForFilter: () => Promise<void> } {
  const update = () => {
    const { records, interrupted } = store.current;
    const unknown = unsettled(records).length;
    void commands.executeCommand('setContext', 'dataset.hasUnknownOutcomes', unknown > 0);
    void commands.executeCommand('setContext', 'dataset.hasInterruptedBatches', interrupted.length > 0);
    view.badge = unknown === 0 ? undefined : { value: unknown, tooltip: unknownOutcome.count(unknown) };
    view.message = messageOf(store, tree);
  };
  update();
  const subscription = tree.onDidChangeTreeData(update);
  return {
    askForFilter: async () => {
      const words = await window.showInputBox({
        title: l10n.t('Filter Submissions'),
        prompt: l10n.t(
          'Words of the file name, environment, outcome or dataset ID. Leave it empty to show all.',
        ),
        value: tree.filter,
      });
      if (words === undefined) return;
      tree.filter = words;
      await commands.executeCommand('setContext', 'dataset.submissionsFiltered', tree.filter !== '');
    },
    dispose: () => subscription.dispose(),
  };
}

/** Empty if there is nothing to report. */
function messageOf({ current: { failure } }: SubmissionStore, tree: SubmissionsTree): string {
  if (failure) return describeJournalFailure(failure);
  const { filter } = tree;
  if (filter === '') return '';
  const found = tree.records().length;
  if (found === 0) return l10n.t('No submissions match "{0}".', filter);
  return found === 1
    ? l10n.t('1 submission matches "{0}".', filter)
    : l10n.t('{0} submissions match "{1}".', found, filter);
}

/** Opens the journal that all windows share, repairs it, and reports what a crash has left. */
export async function openSubmissions(globalStorage: Uri, log: LogOutputChannel): Promise<SubmissionStore> {
  const store = new SubmissionStore(globalStorage, (recovery) => reportRecovery(log, recovery));
  await store.open();
  offerToResume(store);
  return store;
}

function reportRecovery(log: LogOutputChannel, recovery: Recovery): void {
  const { lost, concludedLate, unreadable, dropped, failure } = recovery;
  for (const id of lost) log.warn(`Journal: ${unknownOutcome.processGone(id)}`);
  for (const id of concludedLate) log.info(`Journal: the outcome of ${id} has now been written.`);
  for (const { file, kind, reason } of unreadable)
    log.warn(`Journal: ${file} can't be read (${kind}: ${reason}).`);
  if (dropped.length > 0) log.info(`Journal: old entries removed: ${dropped.length}.`);
  if (failure) log.error(`Journal: ${describeJournalFailure(failure)}`);
  if (unreadable.length > 0)
    void notify('warning', unknownOutcome.count(unreadable.length), showSubmissions());
  if (lost.length > 0) void reportLost(lost);
}

function reportLost([only, ...others]: readonly string[]): Promise<void> {
  return notify(
    'warning',
    unknownOutcome.interrupted(1 + others.length),
    others.length === 0
      ? commandButton(l10n.t('Settle…'), 'dataset.settleSubmission', only)
      : showSubmissions(),
  );
}

function showSubmissions() {
  return commandButton(l10n.t('Show Submissions'), 'dataset.showSubmissions');
}

function offerToResume(store: SubmissionStore): void {
  const [batch] = store.current.interrupted;
  if (!batch) return;
  const message = l10n.t(
    'Creating {0} datasets in {1} was interrupted. Resume to continue. Datasets that were created are kept.',
    batch.documents.length,
    batch.environment,
  );
  void notify('warning', message, commandButton(l10n.t('Resume'), 'dataset.resumeBatch', batch.id));
}
