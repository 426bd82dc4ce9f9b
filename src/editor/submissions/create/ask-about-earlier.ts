import { commands, l10n } from 'vscode';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { describeEarlier } from '../../../submission/state-message.ts';
import { isUnderway } from '../../../submission/submit-once.ts';
import type { Studio } from '../../studio/studio.ts';
import { localTime } from '../../ui/local-time.ts';
import { ask, notify } from '../../ui/notifications.ts';
import { askToSettle } from '../view/ask-to-settle.ts';

export type EarlierAnswer =
  | 'submit'
  | 'skip'
  /** In a batch: skip all documents that were created before. Unknown outcomes are still asked about. */
  | 'skip-all'
  /** In a batch: submit nothing more. */
  | 'stop';

/**
 * Asks what to do about an earlier submission of the same content. If that is still in progress, there is nothing to decide: its
 * outcome must be awaited.
 */
export async function askAboutEarlier(
  studio: Studio,
  name: string,
  environment: string,
  earlier: JournalRecord,
  isInBatch: boolean,
): Promise<EarlierAnswer> {
  const why = describeEarlier(earlier, localTime);
  if (isUnderway(earlier, Date.now())) {
    if (!isInBatch) void notify('warning', l10n.t('{0} was not sent. {1}', name, why));
    return 'skip';
  }
  const isUnknown = earlier.state.kind === 'unknown' && earlier.state.cause.kind !== 'newer';
  const choice = await ask<string>(
    l10n.t('Submit {0} to {1} again?', name, environment),
    buttonsFor(isInBatch, isUnknown),
    [why, l10n.t('Submitting it again may create a second dataset.')].join('\n'),
  );
  switch (choice) {
    case 'submit':
    case 'skip':
    case 'skip-all':
      return choice;
    case 'settle': {
      const settled = await askToSettle(await studio.submissions(), earlier);
      return settled === 'submit-again' || settled === 'not-created' ? 'submit' : 'skip';
    }
    case 'show':
      void commands.executeCommand('dataset.showSubmission', earlier.entry.id);
      return 'skip';
    default:
      return isInBatch ? 'stop' : 'skip';
  }
}

/** Enter presses the first button: it must not create a dataset. */
function buttonsFor(isInBatch: boolean, isUnknown: boolean): Record<string, string> {
  const submit = l10n.t('Submit Again');
  const skip = l10n.t('Skip');
  if (isUnknown) return { settle: l10n.t('Settle…'), submit, ...(isInBatch ? { skip } : {}) };
  return isInBatch
    ? { skip, submit, 'skip-all': l10n.t('Skip All Created Before') }
    : { show: l10n.t('Show Earlier Submission'), submit };
}
