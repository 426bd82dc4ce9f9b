import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { SessionConsents } from '../../../identity/grants/session-consent.ts';
import { EnvironmentSecrets, forgetAllSecrets } from '../../../identity/secrets/secret-vault.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { isTrustedWorkspace } from '../../studio/trust.ts';
import { environmentFor } from '../choose-environment.ts';
import { notifyCorrected } from '../create-again.ts';
import { InputBoxPrompt } from './credential-prompt.ts';

type SecretDependencies = Pick<Studio, 'settings' | 'vault'>;

/** Set Subscription Key. */
export async function setSubscriptionKey(
  studio: SecretDependencies,
  target?: unknown,
  failed?: unknown,
): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const entered = await askSecret(studio, 'subscriptionKey', target);
  if (!entered) return;
  const { environment, value } = entered;
  await new EnvironmentSecrets(studio.vault, environment).store('subscriptionKey', value);
  void notifyCorrected(l10n.t('The subscription key for {0} is stored.', environment.name), failed);
}

/** Set Client Secret. */
export async function setClientSecret(
  studio: SecretDependencies & Pick<Studio, 'connection'>,
  target?: unknown,
  failed?: unknown,
): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const entered = await askSecret(studio, 'clientSecret', target);
  if (!entered) return;
  const { environment, value } = entered;
  const { tokens } = await studio.connection();
  await tokens.setClientSecret(environment, value);
  void notifyCorrected(l10n.t('The client secret for {0} is stored.', environment.name), failed);
}

/** Undefined if the user cancelled. */
async function askSecret(
  { settings }: SecretDependencies,
  kind: 'subscriptionKey' | 'clientSecret',
  target: unknown,
): Promise<{ readonly environment: Environment; readonly value: string } | undefined> {
  const environment = await environmentFor(settings, target);
  const value = environment && (await new InputBoxPrompt().ask(kind, environment));
  return environment && value !== undefined ? { environment, value } : undefined;
}

/** Forget All Credentials. */
export async function forgetCredentials({ vault, settings }: SecretDependencies): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const choice = await notify('warning', l10n.t('Forget all credentials of all environments?'), {
    modal: true,
    detail: l10n.t(
      "All passwords, tokens, subscription keys, and client secrets are deleted from VS Code's secret storage. Tokens are not revoked: to revoke them, sign out first.",
    ),
    buttons: { forget: l10n.t('Forget All') },
  });
  if (choice !== 'forget') return;
  const { environments } = settings.environments();
  const { count, complete } = await forgetAllSecrets(vault, environments);
  await new SessionConsents(vault).withdrawAll(environments);
  const deleted =
    count === 1
      ? l10n.t('1 stored credential was deleted.')
      : l10n.t('{0} stored credentials were deleted.', count);
  void notify('information', [deleted, ...(complete ? [] : [describeIncompleteDeletion()])].join(' '));
}

/** For editors whose secret storage can't list its keys. */
export function describeIncompleteDeletion(): string {
  return l10n.t(
    "This editor can't list the stored credentials: credentials of an earlier name or address of an environment may remain. To delete them, add an environment with that name and address again, and remove it.",
  );
}
