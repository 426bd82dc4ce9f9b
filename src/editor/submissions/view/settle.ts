import { l10n, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { Settlement } from '../../../submission/journal/entry.ts';
import { describeJournalFault } from '../../../submission/journal/fault-message.ts';
import type { JournalRecord, Noted } from '../../../submission/journal/journal.ts';
import { describeState, documentName } from '../../../submission/records/message.ts';
import { showFailure } from '../../show-failure.ts';
import { timeOf } from './submission-labels.ts';
import type { SubmissionStore } from './submission-store.ts';

export type Settled = 'created' | 'not-created' | 'submit-again' | undefined;

/** Asks what became of a submission whose outcome is unknown, and notes the answer; undefined where the user turns back. */
export async function settle(store: SubmissionStore, record: JournalRecord): Promise<Settled> {
  const { entry } = record;
  const choices: readonly (QuickPickItem & { readonly answer: Exclude<Settled, undefined> })[] = [
    {
      label: l10n.t('It was created'),
      description: l10n.t('enter its ID'),
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
      description: l10n.t('it stays unknown: there may be two then'),
      iconPath: new ThemeIcon('cloud-upload'),
      answer: 'submit-again',
    },
  ];
  const choice = await window.showQuickPick(choices, {
    title: l10n.t('Settle {0}, {1}', documentName(entry), timeOf(record)),
    placeHolder: l10n.t('Look into {0}: what became of it?', entry.environment),
    ignoreFocusOut: true,
  });
  if (!choice || choice.answer === 'submit-again') return choice?.answer;
  const settlement = choice.answer === 'created' ? await askForId(record) : { settled: choice.answer };
  if (!settlement) return undefined;
  const noted = await store.journal.settle(entry.id, settlement);
  await store.refresh();
  if (noted.ok) return choice.answer;
  showFailure(whyNot(noted));
  return undefined;
}

/** Asks which one, where a command was called without a submission. */
export async function chooseUnknown(store: SubmissionStore): Promise<JournalRecord | undefined> {
  const unknown = store.current.records.filter(({ state }) => state.outcome === 'unknown');
  if (unknown.length === 0) {
    void window.showInformationMessage(l10n.t('No submission has an unknown outcome.'));
    return undefined;
  }
  const picks = unknown.map((record) => ({
    label: documentName(record.entry),
    description: `${record.entry.environment} · ${new Date(record.entry.begunAt).toLocaleString()}`,
    detail: describeState(record.state),
    record,
  }));
  const picked = await window.showQuickPick(picks, {
    title: l10n.t('Settle Submission'),
    placeHolder: l10n.t('Which one?'),
  });
  return picked?.record;
}

/** Why a change was not noted, and what to do. */
export function whyNot(noted: Exclude<Noted, { ok: true }>): string {
  if ('fault' in noted) return describeJournalFault(noted.fault);
  switch (noted.forbidden) {
    case 'in-flight':
      return l10n.t('It is being submitted: wait for the outcome.');
    case 'concluded':
      return l10n.t('Its outcome is known by now.');
    case 'unsettled':
      return l10n.t('Its outcome is unknown: settle it first, then it can be deleted.');
    case 'missing':
      return l10n.t('It is no longer there: somebody has deleted it.');
    case 'unreadable':
      return l10n.t("It can't be read: it is damaged, or a newer version of Dataset Studio wrote it.");
    case 'not-owner':
      return l10n.t('Another window submits it: that one notes the outcome.');
  }
}

async function askForId({ entry }: JournalRecord): Promise<Settlement | undefined> {
  const answer = await window.showInputBox({
    title: l10n.t('Settle {0}', documentName(entry)),
    prompt: l10n.t('The dataset ID in {0}; nothing if you don’t know it', entry.environment),
    ignoreFocusOut: true,
  });
  if (answer === undefined) return undefined;
  const datasetId = answer.trim();
  return datasetId === '' ? { settled: 'created' } : { settled: 'created', datasetId };
}
