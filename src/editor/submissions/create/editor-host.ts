import { commands, l10n } from 'vscode';
import type { Sender } from '../../../app/create.ts';
import type { Environment } from '../../../environments/environment.ts';
import { secretsToMask } from '../../../identity/grants/grants.ts';
import { EnvironmentSecrets } from '../../../identity/secrets/secret-vault.ts';
import { isUnderway } from '../../../submission/earlier-submissions.ts';
import type { JournalRecord } from '../../../submission/journal/journal.ts';
import { describeEarlier } from '../../../submission/state-message.ts';
import { InputBoxPrompt } from '../../environments/sign-in/identity-services.ts';
import { localTime } from '../../local-time.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { settle } from '../view/settle.ts';
import type { SubmissionStore } from '../view/submission-store.ts';

/** What the commands of a window share, and the journal. */
export interface SubmittingStudio extends Studio {
  submissions(): Promise<SubmissionStore>;
}

/** Asks for the subscription key if none is stored, and stores it. Undefined if the user enters none. */
export async function openSender(studio: Studio, environment: Environment): Promise<Sender | undefined> {
  const secrets = new EnvironmentSecrets(studio.vault, environment);
  const stored = await secrets.get('subscriptionKey');
  const subscriptionKey = stored ?? (await new InputBoxPrompt().ask('subscriptionKey', environment));
  if (subscriptionKey === undefined) return undefined;
  if (stored === undefined) await secrets.store('subscriptionKey', subscriptionKey);
  const { http, tokens } = await studio.connection();
  return {
    subscriptionKey,
    otherSecrets: () => secretsToMask(environment, secrets),
    timeout: studio.settings.timeout(),
    http,
    tokens,
  };
}

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
  studio: SubmittingStudio,
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
  const choice = await notify<string>('warning', l10n.t('Submit {0} to {1} again?', name, environment), {
    modal: true,
    detail: [why, l10n.t('Submitting it again may create a second dataset.')].join('\n'),
    buttons: buttonsFor(isInBatch, isUnknown),
  });
  switch (choice) {
    case 'submit':
    case 'skip':
    case 'skip-all':
      return choice;
    case 'settle': {
      const settled = await settle(await studio.submissions(), earlier);
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
