import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { EnvironmentSecrets, type SecretVault } from '../../../identity/secrets/secret-vault.ts';
import { signInState } from '../../../identity/sessions/sign-in-state.ts';

/** As whom a dataset would be created, as far as that is known without asking anyone. */
export async function accountLine(vault: SecretVault, environment: Environment): Promise<string> {
  const secrets = new EnvironmentSecrets(vault, environment);
  switch (environment.authentication.grantType) {
    case 'password': {
      const username = await secrets.get('username');
      return username === undefined ? unknownYet() : l10n.t('as {0}', username);
    }
    case 'token':
      return l10n.t('as whom the pasted token was issued to');
    case 'session':
      return l10n.t('as your {0} account of VS Code', environment.authentication.providerId);
    case 'client_credentials':
      return l10n.t('as the client {0}', environment.authentication.clientId);
    case 'authorization_code':
    case 'device_code': {
      const state = await signInState(environment, secrets, Date.now(), undefined);
      return state.state === 'signed-in' && state.account
        ? l10n.t('as {0}', state.account.label)
        : unknownYet();
    }
  }
}

function unknownYet(): string {
  return l10n.t('as who signs in now');
}
