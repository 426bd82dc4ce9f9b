import { l10n, window } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { CredentialPrompt } from '../../../identity/grants/grant.ts';
import { secretName } from '../../../identity/secrets/secret-name.ts';
import type { SecretKind } from '../../../identity/secrets/secret-vault.ts';

/** Asks for a secret in an input box of its own; all but the user name are typed unseen. */
export class InputBoxPrompt implements CredentialPrompt {
  async ask(kind: SecretKind, environment: Environment, current?: string): Promise<string | undefined> {
    const secret = secretName(kind);
    const answer = await window.showInputBox({
      title: l10n.t('{0}: {1}', environment.name, secret),
      prompt: whereItGoes(kind, environment),
      password: kind !== 'username',
      ignoreFocusOut: true,
      ...(current === undefined ? {} : { value: current }),
      validateInput: (value) => (value === '' ? l10n.t('Type the {0}, or press Escape.', secret) : undefined),
    });
    // Keys and tokens come by copy and paste, often with a line break at the end; passwords may mean their spaces.
    return kind === 'username' || kind === 'password' ? answer : answer?.trim() || undefined;
  }
}

/** The secret of a client that an identity provider knows is none of the gateway's. */
function whereItGoes(kind: SecretKind, { service, authentication }: Environment): string {
  if (kind !== 'clientSecret' || authentication.grantType !== 'authorization_code')
    return l10n.t("Kept in VS Code's secret storage, and sent to {0} only.", service.baseUrl.origin);
  const { server } = authentication;
  return l10n.t(
    "Kept in VS Code's secret storage, and sent to the identity provider {0} only.",
    server.by === 'discovery' ? server.issuer.href : server.tokenEndpoint.origin,
  );
}
