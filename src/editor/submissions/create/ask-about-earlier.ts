import { commands, l10n, window } from 'vscode';
import { describeEarlier } from '../../../submission/earlier-message.ts';
import { isUnderway } from '../../../submission/earlier-submissions.ts';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { notificationText } from '../../notification-text.ts';
import { settle } from '../view/settle.ts';
import type { SubmissionStore } from '../view/submission-store.ts';

export type EarlierAnswer =
  /** Send it all the same. */
  | 'submit'
  /** It no longer stands against sending: look again. */
  | 'settled'
  | 'skip'
  /** Of many: skip all that were created before; the unknown are asked about all the same. */
  | 'skip-all'
  /** Of many: leave the rest as well. */
  | 'stop';

/**
 * Tells of an earlier submission that stands against this one, when it was and with which ID, and lets the user decide. One
 * that is under way is waited for, not decided on.
 */
export async function askAboutEarlier(
  store: SubmissionStore,
  subject: { readonly name: string; readonly environment: string; readonly ofMany: boolean },
  earlier: JournalRecord,
): Promise<EarlierAnswer> {
  const why = describeEarlier(earlier);
  if (isUnderway(earlier, Date.now())) {
    if (!subject.ofMany)
      void window.showWarningMessage(notificationText(l10n.t('{0} was not sent. {1}', subject.name, why)));
    return 'skip';
  }
  const again = l10n.t('Submit Again');
  const settleFirst = l10n.t('Settle…');
  const skip = l10n.t('Skip');
  const skipAll = l10n.t('Skip All Created Before');
  const unknown = earlier.state.outcome === 'unknown' && earlier.state.cause.kind !== 'newer';
  const show = l10n.t('Show Earlier Submission');
  // The first is what Enter presses: it must make no dataset.
  const buttons = [
    unknown ? settleFirst : subject.ofMany ? skip : show,
    again,
    ...(subject.ofMany && unknown ? [skip] : []),
    ...(subject.ofMany && !unknown ? [skipAll] : []),
  ];
  const choice = await window.showWarningMessage(
    notificationText(l10n.t('Submit {0} to {1} again?', subject.name, subject.environment)),
    {
      modal: true,
      detail: [why, l10n.t('Submitting it again may make a second dataset.')].join('\n'),
    },
    ...buttons,
  );
  switch (choice) {
    case again:
      return 'submit';
    case settleFirst:
      return afterSettling(await settle(store, earlier));
    case show:
      void commands.executeCommand('dataset.showSubmission', earlier.entry.id);
      return 'skip';
    case skip:
      return 'skip';
    case skipAll:
      return 'skip-all';
    default:
      return subject.ofMany ? 'stop' : 'skip';
  }
}

function afterSettling(settled: Awaited<ReturnType<typeof settle>>): EarlierAnswer {
  switch (settled) {
    case 'submit-again':
      return 'submit';
    case 'not-created':
      return 'settled';
    default:
      return 'skip';
  }
}
