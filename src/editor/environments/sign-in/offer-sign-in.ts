import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { SessionEnd } from '../../../identity/grants/grant.ts';
import { describeSessionEnd } from '../../../identity/messages/sign-in-failure-message.ts';
import { notify } from '../../notifications.ts';

/** Says why the session ended, and asks whether to sign in now. */
export async function offerSignIn({ name }: Environment, end: SessionEnd): Promise<boolean> {
  const choice = await notify('warning', l10n.t('You are signed out of {0}.', name), {
    modal: true,
    detail: describeSessionEnd(end),
    buttons: { signIn: l10n.t('Sign In') },
  });
  return choice === 'signIn';
}
