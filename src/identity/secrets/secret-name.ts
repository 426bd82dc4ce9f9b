import type { Localize } from '../../text/localize.ts';
import type { SecretKind } from './secret-vault.ts';

/** What a secret is called in a sentence. */
export function secretName(kind: SecretKind, localize: Localize): string {
  switch (kind) {
    case 'username':
      return localize('user name');
    case 'password':
      return localize('password');
    case 'clientSecret':
      return localize('client secret');
    case 'subscriptionKey':
      return localize('subscription key');
    case 'pastedToken':
    case 'issuedToken':
      return localize('access token');
  }
}
