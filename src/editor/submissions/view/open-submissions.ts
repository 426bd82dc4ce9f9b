import { commands, type LogOutputChannel, l10n, window } from 'vscode';
import { describeJournalFault } from '../../../submission/journal/fault-message.ts';
import type { Recovery } from '../../../submission/journal/journal.ts';
import { notificationText } from '../../notification-text.ts';
import type { Studio } from '../../studio/studio.ts';
import { SubmissionStore } from './submission-store.ts';

/** Opens the journal of all windows, mends it, and says what a crash has left. */
export async function openSubmissions({
  globalStorage,
  log,
}: Pick<Studio, 'globalStorage' | 'log'>): Promise<SubmissionStore> {
  const store = new SubmissionStore(globalStorage, (recovery) => tellRecovery(log, recovery));
  await store.open();
  tellInterrupted(store);
  return store;
}

function tellRecovery(log: LogOutputChannel, recovery: Recovery): void {
  const { lost, concludedLate, setAside, newer, dropped, fault } = recovery;
  for (const id of lost)
    log.warn(`Journal: nobody works on submission ${id} any more, its outcome is unknown.`);
  for (const id of concludedLate) log.info(`Journal: the outcome of ${id} could be written now.`);
  for (const { file, reason } of setAside)
    log.warn(`Journal: ${file} is damaged (${reason}) and was set aside.`);
  for (const id of newer) log.info(`Journal: a newer version wrote ${id}.`);
  if (dropped.length > 0) log.info(`Journal: ${dropped.length} old entries were dropped.`);
  if (fault) log.error(`Journal: ${describeJournalFault(fault)}`);
  if (setAside.length > 0)
    void window.showWarningMessage(
      notificationText(
        l10n.t(
          '{0} files of the submission journal are damaged and were set aside in its folder "damaged". See the log.',
          setAside.length,
        ),
      ),
    );
  if (lost.length > 0) void tellLost(lost);
}

async function tellLost(lost: readonly string[]): Promise<void> {
  const [only] = lost;
  const one = lost.length === 1;
  const show = one ? l10n.t('Settle…') : l10n.t('Show Submissions');
  const choice = await window.showWarningMessage(
    notificationText(
      one
        ? l10n.t('A submission was cut off before its answer came: its outcome is unknown.')
        : l10n.t(
            '{0} submissions were cut off before their answers came: their outcome is unknown.',
            lost.length,
          ),
    ),
    show,
  );
  if (choice === undefined) return;
  if (one) await commands.executeCommand('dataset.settleSubmission', only);
  else await commands.executeCommand('dataset.showSubmissions');
}

/** A run of many that was cut off can go on. */
function tellInterrupted(store: SubmissionStore): void {
  const [run] = store.current.interrupted;
  if (!run) return;
  const resume = l10n.t('Resume');
  void window
    .showWarningMessage(
      notificationText(
        l10n.t(
          'Creating {0} datasets in {1} was interrupted. Resume it: what is done stays done.',
          run.documents.length,
          run.environment,
        ),
      ),
      resume,
    )
    .then((choice) => (choice === resume ? commands.executeCommand('dataset.resumeRun', run.id) : undefined));
}
