import * as l10n from '@vscode/l10n';
import type { DirectAuthentication } from '../../environments/authentication.ts';
import type { Grant, GrantDescriptor, IdentityServices, StoredEnvironment } from './grant-descriptor.ts';

/** A token that the user pasted. Its lifetime is unknown, so it is used until the gateway rejects it. */
function pastedTokenGrant(
  { environment, secrets }: StoredEnvironment<DirectAuthentication>,
  { prompt }: IdentityServices,
): Grant {
  return {
    async obtain({ askAgain }) {
      const stored = askAgain ? undefined : await secrets.get('pastedToken');
      if (stored !== undefined) return { kind: 'issued', accessToken: stored };
      const pasted = await prompt.ask('pastedToken', environment);
      if (pasted === undefined) return { kind: 'missing', secret: 'pastedToken' };
      await secrets.store('pastedToken', pasted);
      return { kind: 'issued', accessToken: pasted };
    },
  };
}

export const pastedToken: GrantDescriptor<DirectAuthentication> = {
  label: () => l10n.t('Access token'),
  detail: () => l10n.t('A token that you paste.'),
  hasUserSession: false,
  isPasted: true,
  keepsToken: false,
  hasAccount: true,
  usesClientSecret: false,
  neededSecrets: ['pastedToken'],
  deletedOnSignOut: ['pastedToken'],
  requestOf: () => undefined,
  create: pastedTokenGrant,
  state: async ({ secrets }) =>
    (await secrets.get('pastedToken')) === undefined ? { state: 'signed-out' } : { state: 'signed-in' },
  accountLine: async () => l10n.t('as the account that the pasted token was issued to'),
  signOutMessage: (name) =>
    l10n.t('Signed out of {0}. The access token was deleted. It stays valid until it expires.', name),
};
