import * as l10n from '@vscode/l10n';
import type { SecretKind } from './secret-vault.ts';

/** What a secret is called in a sentence. */
export function secretName(kind: SecretKind): string {
  switch (kind) {
    case 'username':
      return l10n.t('user name');
    case 'password':
      return l10n.t('password');
    case 'clientSecret':
      return l10n.t('client secret');
    case 'subscriptionKey':
      return l10n.t('subscription key');
    case 'pastedToken':
    case 'issuedToken':
      return l10n.t('access token');
  }
}
