import { l10n, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { Settlement } from '../../../submission/journal/entry.ts';
import { needsSettling } from '../../../submission/journal/entry-state.ts';
import { describeJournalFailure } from '../../../submission/journal/failure-message.ts';
import type { JournalRecord, JournalWriteFailure } from '../../../submission/journal/journal.ts';
import { describeState, documentName } from '../../../submission/records/message.ts';
import { localTime } from '../../local-time.ts';
import { notify, showFailure } from '../../notifications.ts';
import type { SubmissionStore } from './submission-store.ts';

export type Settled = 'created' | 'not-created' | 'submit-again' | undefined;

/** Asks for the outcome of a submission with an unknown outcome, and records it; undefined if the user cancels. */
export async function settle(store: SubmissionStore, record: JournalRecord): Promise<Settled> {
  const { entry } = record;
  const choices: readonly (QuickPickItem & { readonly answer: Exclude<Settled, undefined> })[] = [
    {
      label: l10n.t('It was created'),
      description: l10n.t('Enter its ID'),
      iconPath: new ThemeIcon('pass'),
      answer: 'created',
    },
    {
      label: l10n.t('It was not created'),
      iconPath: new ThemeIcon('circle-slash'),
      answer: 'not-created',
    },
    {
      label: l10n.t('Submit again'),
      description: l10n.t('Its outcome stays unknown, and there may be two datasets then'),
      iconPath: new ThemeIcon('cloud-upload'),
      answer: 'submit-again',
    },
  ];
  const choice = await window.showQuickPick(choices, {
    title: l10n.t('Settle {0}, {1}', documentName(entry), localTime(entry.begunAt)),
    placeHolder: l10n.t('Check in {0}: was the dataset created?', entry.environment),
    ignoreFocusOut: true,
  });
  if (!choice || choice.answer === 'submit-again') return choice?.answer;
  const settlement = choice.answer === 'created' ? await askForId(record) : { settled: choice.answer };
  if (!settlement) return undefined;
  const written = await store.journal.settle(entry.id, settlement);
  await store.refresh();
  if (written.ok) return choice.answer;
  showFailure(describeRefusal(written.failure));
  return undefined;
}

/** Asks for the submission if a command was called without one. */
export async function chooseUnknown(store: SubmissionStore): Promise<JournalRecord | undefined> {
  const unknown = store.current.records.filter(({ state }) => needsSettling(state));
  if (unknown.length === 0) {
    void notify('information', l10n.t('No submission has an unknown outcome.'));
    return undefined;
  }
  const picks = unknown.map((record) => ({
    label: documentName(record.entry),
    description: `${record.entry.environment} · ${localTime(record.entry.begunAt)}`,
    detail: describeState(record.state),
    record,
  }));
  const picked = await window.showQuickPick(picks, {
    title: l10n.t('Settle Submission'),
    placeHolder: l10n.t('Select the submission to settle'),
  });
  return picked?.record;
}

/** Why a change was not recorded, and what to do. */
export function describeRefusal(failure: JournalWriteFailure): string {
  switch (failure.kind) {
    case 'file-system':
      return describeJournalFailure(failure);
    case 'in-flight':
      return l10n.t('It is being submitted. Wait for the outcome.');
    case 'concluded':
      return l10n.t('Its outcome is already known.');
    case 'unsettled':
      return l10n.t('Its outcome is unknown. Settle it before you delete it.');
    case 'missing':
      return l10n.t('It no longer exists. It was deleted in the meantime.');
    case 'unreadable':
      return l10n.t("It can't be read: it is damaged, or was written by a newer version of Dataset Studio.");
    case 'not-owner':
      return l10n.t('Another window is submitting it and will record the outcome.');
  }
}

async function askForId({ entry }: JournalRecord): Promise<Settlement | undefined> {
  const answer = await window.showInputBox({
    title: l10n.t('Settle {0}', documentName(entry)),
    prompt: l10n.t("The dataset ID in {0}. Leave it empty if you don't know it.", entry.environment),
    ignoreFocusOut: true,
  });
  if (answer === undefined) return undefined;
  const datasetId = answer.trim();
  return datasetId === '' ? { settled: 'created' } : { settled: 'created', datasetId };
}
