import { l10n, window } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { SessionEnd } from '../../../identity/grants/grant.ts';
import { describeSessionEnd } from '../../../identity/messages/sign-in-failure-message.ts';
import { notificationText } from '../../notification-text.ts';

/** Says why the session ended, and asks whether to sign in now. */
export async function offerSignIn({ name }: Environment, end: SessionEnd): Promise<boolean> {
  const signIn = l10n.t('Sign In');
  const choice = await window.showWarningMessage(
    notificationText(l10n.t('You are signed out of {0}.', name)),
    { modal: true, detail: describeSessionEnd(end) },
    signIn,
  );
  return choice === signIn;
}
