import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { SessionEnd } from '../../../identity/grants/grant.ts';
import type { SessionUse } from '../../../identity/grants/session-consent.ts';
import { describeSessionEnd } from '../../../identity/messages/sign-in-failure-message.ts';
import { plainText } from '../../../text/plain-text.ts';
import { notify } from '../../notifications.ts';

/** Longer scopes would push the address out of view. */
const maxScopesLength = 100;

/** Asks whether the token of a VS Code account may be sent to a gateway. */
export async function askSessionConsent(use: SessionUse): Promise<boolean> {
  const choice = await notify('warning', question(use), {
    modal: true,
    detail: [
      l10n.t('Address: {0}', use.origin),
      l10n.t('Account provider: {0}', plainText(use.providerId)),
      ...(use.scopes.length > 0 ? [l10n.t('Scopes: {0}', use.scopes.join(' '))] : []),
      l10n.t('This address can use the token for everything that its scopes allow.'),
    ].join('\n'),
    buttons: { send: l10n.t('Send Token') },
  });
  return choice === 'send';
}

function question({ origin, providerId, scopes }: SessionUse): string {
  const provider = providerName(providerId);
  const [only, another] = scopes;
  const all = scopes.join(' ');
  if (only === undefined) return l10n.t('Send your {0} token to {1}?', provider, origin);
  if (all.length > maxScopesLength)
    return l10n.t('Send your {0} token with the scopes listed below to {1}?', provider, origin);
  return another === undefined
    ? l10n.t('Send your {0} token with the scope {1} to {2}?', provider, only, origin)
    : l10n.t('Send your {0} token with the scopes {1} to {2}?', provider, all, origin);
}

/** The names of VS Code's own providers; others are known by their IDs only. */
function providerName(providerId: string): string {
  switch (providerId) {
    case 'github':
      return 'GitHub';
    case 'microsoft':
      return 'Microsoft';
    default:
      return `"${plainText(providerId, 100)}"`;
  }
}

/** Says why the session ended, and asks whether to sign in now. */
export async function offerSignIn({ name }: Environment, end: SessionEnd): Promise<boolean> {
  const choice = await notify('warning', l10n.t('You are signed out of {0}.', name), {
    modal: true,
    detail: describeSessionEnd(end),
    buttons: { signIn: l10n.t('Sign In') },
  });
  return choice === 'signIn';
}
