import { commands, env, l10n, ProgressLocation, window } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { TokenFailure } from '../../../identity/grants/grant.ts';
import { SessionConsents } from '../../../identity/grants/session-consent.ts';
import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import { nextAfterTokenFailure } from '../../../identity/messages/token-failure-step.ts';
import { secretName } from '../../../identity/secrets/secret-name.ts';
import {
  EnvironmentSecrets,
  forgetAllSecrets,
  type SecretKind,
} from '../../../identity/secrets/secret-vault.ts';
import type { AccessToken, TokenResult, TokenSource } from '../../../identity/token-source.ts';
import { notificationText } from '../../notification-text.ts';
import type { Studio } from '../../studio/studio.ts';
import { isTrustedFor } from '../../studio/trust.ts';
import { environmentFor } from '../choose-environment.ts';
import { InputBoxPrompt } from './credential-prompt.ts';

type CredentialDependencies = Pick<Studio, 'settings' | 'vault' | 'connection'>;

export async function signIn(studio: CredentialDependencies, environmentName?: unknown): Promise<void> {
  if (!(await isTrustedFor(l10n.t('Signing in')))) return;
  const environment = await environmentFor(studio.settings, environmentName);
  if (!environment) return;
  const result = await signInWithProgress(studio, environment);
  if (result.outcome === 'token') {
    void window.showInformationMessage(
      notificationText(l10n.t('Signed in to {0}. {1}', environment.name, lifetime(result))),
    );
  } else {
    showFailure(environment, result);
  }
}

export async function signOut(studio: CredentialDependencies, environmentName?: unknown): Promise<void> {
  if (!(await isTrustedFor(l10n.t('Signing out')))) return;
  const environment = await environmentFor(studio.settings, environmentName);
  if (!environment) return;
  const { tokens } = await studio.connection();
  await tokens.signOut(environment);
  const { authentication, name } = environment;
  void window.showInformationMessage(
    notificationText(
      authentication.grantType === 'session'
        ? l10n.t(
            "{0} uses an account of VS Code, which stays signed in: sign out in VS Code's Accounts menu.",
            name,
          )
        : l10n.t('Signed out of {0}: its password and tokens are forgotten.', name),
    ),
  );
}

/** Tells how long the token lasts; copies it only when asked to. */
export async function getToken(studio: CredentialDependencies, environmentName?: unknown): Promise<void> {
  if (!(await isTrustedFor(l10n.t('Getting an access token')))) return;
  const environment = await environmentFor(studio.settings, environmentName);
  if (!environment) return;
  const title = l10n.t('Getting an access token for {0}', environment.name);
  const result = await withToken(studio, title, (tokens, options) =>
    tokens.accessToken(environment, options),
  );
  if (result.outcome !== 'token') {
    showFailure(environment, result);
    return;
  }
  const copy = l10n.t('Copy Token');
  const choice = await window.showInformationMessage(
    notificationText(l10n.t('There is an access token for {0}. {1}', environment.name, lifetime(result))),
    copy,
  );
  if (choice === copy) await env.clipboard.writeText(result.accessToken);
}

export function setSubscriptionKey(studio: CredentialDependencies, environmentName?: unknown): Promise<void> {
  return setSecret(studio, 'subscriptionKey', environmentName);
}

export function setClientSecret(studio: CredentialDependencies, environmentName?: unknown): Promise<void> {
  return setSecret(studio, 'clientSecret', environmentName);
}

export async function forgetCredentials({
  vault,
  settings,
}: Pick<Studio, 'vault' | 'settings'>): Promise<void> {
  if (!(await isTrustedFor(l10n.t('Forgetting credentials')))) return;
  const forget = l10n.t('Forget All');
  const choice = await window.showWarningMessage(
    l10n.t('Forget all credentials of all environments?'),
    {
      modal: true,
      detail: l10n.t(
        "Passwords, tokens, subscription keys and client secrets are deleted from VS Code's secret storage.",
      ),
    },
    forget,
  );
  if (choice !== forget) return;
  const { environments } = settings.environments();
  const { count, complete } = await forgetAllSecrets(vault, environments);
  await new SessionConsents(vault).withdrawAll(environments);
  const forgotten = l10n.t('{0} stored credentials were forgotten.', count);
  void window.showInformationMessage(
    notificationText([forgotten, ...(complete ? [] : [whatMayBeLeft()])].join(' ')),
  );
}

/** Told where secrets can't be listed. */
export function whatMayBeLeft(): string {
  return l10n.t(
    'This editor does not tell which credentials it stores: those for an earlier name or address of an environment may be left. Add an environment with that name and address again to have them forgotten.',
  );
}

async function setSecret(
  studio: CredentialDependencies,
  kind: SecretKind,
  environmentName: unknown,
): Promise<void> {
  const secret = secretName(kind);
  if (!(await isTrustedFor(l10n.t('Storing the {0}', secret)))) return;
  const environment = await environmentFor(studio.settings, environmentName);
  if (!environment) return;
  const value = await new InputBoxPrompt().ask(kind, environment);
  if (value === undefined) return;
  await new EnvironmentSecrets(studio.vault, environment).store(kind, value);
  void window.showInformationMessage(
    notificationText(l10n.t('The {0} for {1} is stored.', secret, environment.name)),
  );
}

/** Signs in anew, however often someone is signed in. */
export function signInWithProgress(
  studio: Pick<Studio, 'settings' | 'connection'>,
  environment: Environment,
): Promise<TokenResult> {
  const title =
    environment.authentication.grantType === 'authorization_code'
      ? l10n.t('Signing in to {0} in the browser', environment.name)
      : l10n.t('Signing in to {0}', environment.name);
  return withToken(studio, title, (tokens, options) => tokens.signIn(environment, options));
}

async function withToken(
  studio: Pick<Studio, 'settings' | 'connection'>,
  title: string,
  run: (tokens: TokenSource, options: { signal: AbortSignal; timeout: number }) => Promise<TokenResult>,
): Promise<TokenResult> {
  const { tokens } = await studio.connection();
  return window.withProgress(
    {
      location: ProgressLocation.Notification,
      cancellable: true,
      title: notificationText(title),
    },
    async (_progress, cancellation) => {
      const abort = new AbortController();
      cancellation.onCancellationRequested(() => abort.abort());
      return run(tokens, { signal: abort.signal, timeout: studio.settings.timeout() });
    },
  );
}

function showFailure(environment: Environment, failure: TokenFailure): void {
  // Who pressed Escape knows.
  if (failure.outcome === 'missing' || failure.outcome === 'cancelled') return;
  const why = describeTokenFailure(failure);
  const steps = [...mends(environment, failure), { title: l10n.t('Sign In'), command: 'dataset.signIn' }];
  void window
    .showErrorMessage(
      notificationText(l10n.t('No access token for {0}. {1}', environment.name, why)),
      ...steps.map(({ title }) => title),
    )
    .then((choice) => {
      const chosen = steps.find(({ title }) => title === choice);
      if (chosen) void commands.executeCommand(chosen.command, environment.name);
    });
}

/** What has to be done before signing in again can help. */
function mends({ authentication }: Environment, failure: TokenFailure) {
  const edit = { title: l10n.t('Edit Environment'), command: 'dataset.editEnvironment' };
  switch (nextAfterTokenFailure(failure)) {
    case 'set-client-secret':
      return authentication.clientAuthentication === 'none'
        ? [edit]
        : [{ title: l10n.t('Set Client Secret'), command: 'dataset.setClientSecret' }, edit];
    case 'edit-environment':
      return [edit];
    default:
      return [];
  }
}

function lifetime({ expiresAt }: AccessToken): string {
  if (expiresAt === undefined) return l10n.t('How long it lasts is not known.');
  const seconds = Math.max(0, Math.round((expiresAt - Date.now()) / 1000));
  return seconds < 120
    ? l10n.t('It lasts {0} more seconds.', seconds)
    : l10n.t('It lasts {0} more minutes.', Math.floor(seconds / 60));
}
