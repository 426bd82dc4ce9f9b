import { l10n, type QuickPickItem, ThemeIcon, Uri, window, workspace } from 'vscode';
import { unsettled } from '../../../app/submissions/group-records.ts';
import { settledAsCreated, settleSubmissions } from '../../../app/submissions/settle-submission.ts';
import type { Settlement } from '../../../submission/journal/entry.ts';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { unknownOutcome } from '../../../submission/outcome-table.ts';
import { describeState, documentName } from '../../../submission/state-message.ts';
import { plainText, withoutIcons } from '../../../text/plain-text.ts';
import type { SubmissionStore } from '../../studio/submission-store.ts';
import { localTime } from '../../ui/local-time.ts';
import { notify, showFailure } from '../../ui/notifications.ts';

export type Settled = 'created' | 'not-created' | 'submit-again' | undefined;

/** Asks for the outcome of a submission with an unknown outcome, and records it; undefined if the user cancels. */
export async function askToSettle(store: SubmissionStore, record: JournalRecord): Promise<Settled> {
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
      description: unknownOutcome.ifSubmittedAgain(),
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
  const settlement = choice.answer === 'created' ? await askForId(record) : { kind: choice.answer };
  if (!settlement) return undefined;
  const written = await settleSubmissions(store.journal, [entry.id], settlement, () => documentName(entry));
  await store.refresh();
  if (written.ok) return choice.answer;
  showFailure(written.failure.text);
  return undefined;
}

/** Asks for the submission if a command was called without one. */
export async function chooseUnknown(store: SubmissionStore): Promise<JournalRecord | undefined> {
  const unknown = unsettled(store.current.records);
  if (unknown.length === 0) {
    void notify('info', unknownOutcome.none());
    return undefined;
  }
  const picks = unknown.map((record) => ({
    // Several folders may have a file of this name.
    label: withoutIcons(plainText(workspace.asRelativePath(Uri.parse(record.entry.document)))),
    description: `${withoutIcons(plainText(record.entry.environment))} · ${localTime(record.entry.begunAt)}`,
    detail: describeState(record.state),
    record,
  }));
  const picked = await window.showQuickPick(picks, {
    title: l10n.t('Settle Submission'),
    placeHolder: l10n.t('Select the submission to settle'),
  });
  return picked?.record;
}

async function askForId({ entry }: JournalRecord): Promise<Settlement | undefined> {
  const answer = await window.showInputBox({
    title: l10n.t('Settle {0}', documentName(entry)),
    prompt: l10n.t("The dataset ID in {0}. Leave it empty if you don't know it.", entry.environment),
    ignoreFocusOut: true,
    validateInput: (text) =>
      settledAsCreated(text) ? undefined : l10n.t('An ID has at most 500 characters, all of them printable.'),
  });
  return answer === undefined ? undefined : settledAsCreated(answer);
}
