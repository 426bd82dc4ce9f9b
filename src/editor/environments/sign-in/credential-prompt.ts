import { l10n, window } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { CredentialPrompt } from '../../../identity/grants/grant.ts';
import type { SecretKind } from '../../../identity/secrets/secret-vault.ts';

/** Asks for a secret in an input box, which hides everything but the user name. */
export class InputBoxPrompt implements CredentialPrompt {
  async ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined> {
    const secret = secretName(kind);
    const answer = await window.showInputBox({
      title: l10n.t('{0}: {1}', environment.name, secret),
      prompt: whereItGoes(kind, environment),
      password: kind !== 'username',
      ignoreFocusOut: true,
      ...(current === undefined ? {} : { value: current }),
      validateInput: (value) => (value === '' ? l10n.t('Enter a value, or press Escape.') : undefined),
    });
    // Pasted keys and tokens often end with a line break; the spaces of a password are significant.
    return kind === 'username' || kind === 'password' ? answer : answer?.trim() || undefined;
  }
}

/** The client secret of an identity provider isn't sent to the gateway. */
function whereItGoes(kind: SecretKind, { service, authentication }: Environment): string {
  const toGateway = l10n.t(
    "Stored in VS Code's secret storage, and sent only to {0}.",
    service.baseUrl.origin,
  );
  if (kind !== 'clientSecret' || !('server' in authentication)) return toGateway;
  const { server } = authentication;
  return l10n.t(
    "Stored in VS Code's secret storage, and sent only to the identity provider {0}.",
    server.by === 'discovery' ? server.issuer.href : server.tokenEndpoint.origin,
  );
}

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
