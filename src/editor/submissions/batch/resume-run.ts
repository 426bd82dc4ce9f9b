import { l10n, window } from 'vscode';
import { datasetUrl } from '../../../gateway/dataset-request.ts';
import { isDone, RunHistory } from '../../../submission/batch/run-history.ts';
import type { Run } from '../../../submission/journal/directory/run-file.ts';
import { describeJournalFault } from '../../../submission/journal/fault-message.ts';
import { notificationText } from '../../notification-text.ts';
import { showFailure } from '../../show-failure.ts';
import { isTrustedFor } from '../../studio/trust.ts';
import { accountLine } from '../create/account-line.ts';
import { accessTo, type CreateParts } from '../submission-parts.ts';
import type { SubmissionNode } from '../view/submissions-tree.ts';
import { conductRun } from './conduct-run.ts';

/** Resumes an interrupted run, which the view's node or an ID names; the latest where none does. */
export async function resumeRun(studio: CreateParts, target: unknown): Promise<void> {
  if (!(await isTrustedFor(l10n.t('Creating a dataset')))) return;
  const store = await studio.submissions();
  const run = await interruptedRun(studio, target);
  if (!run) return;
  const environment = studio.settings
    .environments()
    .environments.find(({ service }) => datasetUrl(service).href === run.requestUrl);
  if (!environment) {
    showFailure(
      l10n.t('No environment leads to {0} any more. Add one in the settings, then resume.', run.requestUrl),
    );
    return;
  }
  const history = new RunHistory(store.current.records, run.id);
  const known = run.documents
    .map((document) => history.of(document))
    .filter((record) => record !== undefined);
  const done = known.filter(isDone).length;
  const resume = l10n.t('Resume');
  const choice = await window.showWarningMessage(
    notificationText(l10n.t('Resume creating datasets in {0}?', environment.name)),
    {
      modal: true,
      detail: [
        l10n.t('To: {0}, {1}', run.requestUrl, await accountLine(studio.vault, environment)),
        l10n.t('Done, stays done: {0}', done),
        l10n.t('Unknown, asked about: {0}', known.length - done),
        l10n.t('Left to do: {0}', run.documents.length - known.length),
      ].join('\n'),
    },
    resume,
  );
  if (choice !== resume) return;
  const access = await accessTo(studio, environment);
  if (!access) return;
  const taken = await store.takeUp(run);
  if (taken.ok) await conductRun(studio, taken.run, access, []);
  else showFailure(describeJournalFault(taken.fault));
}

/** Leaves what is left of a run undone. */
export async function giveUpRun(studio: CreateParts, target: unknown): Promise<void> {
  const run = await interruptedRun(studio, target);
  if (run) await (await studio.submissions()).endRun(run.id);
}

async function interruptedRun(studio: CreateParts, target: unknown): Promise<Run | undefined> {
  const store = await studio.submissions();
  await store.refresh();
  const id = typeof target === 'string' ? target : idOfNode(target);
  const { interrupted } = store.current;
  const run = id === undefined ? interrupted[0] : interrupted.find((one) => one.id === id);
  if (!run)
    void window.showInformationMessage(l10n.t('No creation of several datasets is waiting to be resumed.'));
  return run;
}

function idOfNode(target: unknown): string | undefined {
  const node = target as SubmissionNode | null | undefined;
  return typeof node === 'object' && node?.kind === 'run' ? node.run.id : undefined;
}
