import { env, l10n, Uri } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { grantSettings } from '../../../environments/grant-types.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import { SessionConsents } from '../../../identity/grants/session-consent.ts';
import { EnvironmentSecrets, forgetAllSecrets } from '../../../identity/secrets/secret-vault.ts';
import { inputBoxPrompt } from '../../studio/identity-services.ts';
import { isTrustedWorkspace, type Studio } from '../../studio/studio.ts';
import { commandButton, confirm, notify } from '../../ui/notifications.ts';
import { environmentFor } from '../choose-environment.ts';
import { openBrowser } from './browser/persistent-pick.ts';
import { describeExpiry } from './sign-in-states.ts';
import {
  type SignInStudio,
  showTokenFailure,
  signInWithProgress,
  withTokenProgress,
} from './token-progress.ts';

type EnvironmentCommand = (studio: Studio, environment: Environment, failed: unknown) => Promise<void>;

/** A command about the environment that it is called with, or that the user chooses. Does nothing in Restricted Mode. */
function forEnvironment(run: EnvironmentCommand) {
  return async (studio: Studio, target?: unknown, failed?: unknown): Promise<void> => {
    const environment = (await isTrustedWorkspace()) && (await environmentFor(studio.settings, target));
    if (environment) await run(studio, environment, failed);
  };
}

/** Sign In. */
export const signIn = forEnvironment((studio, environment, failed) =>
  signInTo(studio, environment, false, failed),
);

/** Switch Account: lets the user choose another account, even if the browser is still signed in with the present one. */
export const switchAccount = forEnvironment(async (studio, environment) => {
  if (grantSettings[environment.authentication.grantType].hasUser) return signInTo(studio, environment, true);
  void notify(
    'info',
    l10n.t(
      '{0} signs in with client credentials, without an account. To use another client, edit the environment.',
      environment.name,
    ),
  );
});

async function signInTo(
  studio: SignInStudio,
  environment: Environment,
  isSwitching: boolean,
  failed?: unknown,
): Promise<void> {
  const result = await signInWithProgress(studio, environment, isSwitching);
  if (result.kind !== 'token') return showTokenFailure(studio, environment, result, failed);
  const { name } = environment;
  const who = result.account
    ? l10n.t('Signed in to {0} as {1}.', name, result.account.label)
    : l10n.t('Signed in to {0}.', name);
  void notifyCorrected(`${who} ${describeExpiry(result)}`, failed);
}

/** Sign Out. */
export const signOut = forEnvironment(signOutOf);

/** Signs out, reports what happened to the tokens, and offers to end the browser's session. */
export async function signOutOf(studio: Pick<Studio, 'connection'>, environment: Environment): Promise<void> {
  const { tokens } = await studio.connection();
  const result = await tokens.signOut(environment);
  const { revocation, endSessionUrl } = result;
  const message = grantOf(environment).signOutMessage(environment.name, revocation);
  if (!endSessionUrl) {
    void notify('info', message);
    return;
  }
  const browser = l10n.t(
    'Your browser may still be signed in at {0}. In that case, the next sign-in uses the same account.',
    endSessionUrl.host,
  );
  const end = { title: l10n.t('End Browser Session'), run: () => openBrowser(endSessionUrl) };
  void notify('info', `${message} ${browser}`, end);
}

/** Get Access Token: says when it expires, and copies it only on request. */
export const getToken = forEnvironment(async (studio, environment) => {
  const title = l10n.t('Getting an access token for {0}', environment.name);
  const result = await withTokenProgress(studio, title, (tokens, options) =>
    tokens.accessToken(environment, options),
  );
  if (result.kind !== 'token') return showTokenFailure(studio, environment, result);
  const { expiresAt } = result;
  await notify(
    'info',
    `${l10n.t('There is an access token for {0}.', environment.name)} ${describeExpiry(expiresAt === undefined ? {} : { expiresAt })}`,
    { title: l10n.t('Copy Token'), run: () => env.clipboard.writeText(result.accessToken) },
  );
});

/** Set Subscription Key. */
export const setSubscriptionKey = forEnvironment(async (studio, environment, failed) => {
  const value = await inputBoxPrompt.ask('subscriptionKey', environment);
  if (value === undefined) return;
  await new EnvironmentSecrets(studio.vault, environment).store('subscriptionKey', value);
  void notifyCorrected(l10n.t('The subscription key for {0} is stored.', environment.name), failed);
});

/** Set Client Secret. */
export const setClientSecret = forEnvironment(async (studio, environment, failed) => {
  const value = await inputBoxPrompt.ask('clientSecret', environment);
  if (value === undefined) return;
  await (await studio.connection()).tokens.setClientSecret(environment, value);
  void notifyCorrected(l10n.t('The client secret for {0} is stored.', environment.name), failed);
});

/** Forget All Credentials. */
export async function forgetCredentials({ vault }: Pick<Studio, 'vault'>): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const question = l10n.t('Forget all credentials of all environments?');
  const detail = l10n.t(
    "All passwords, tokens, subscription keys, and client secrets are deleted from VS Code's secret storage. Tokens are not revoked: to revoke them, sign out first.",
  );
  if (!(await confirm(question, l10n.t('Forget All'), detail))) return;
  const count = await forgetAllSecrets(vault);
  await new SessionConsents(vault).withdrawAll();
  void notify(
    'info',
    count === 1
      ? l10n.t('1 stored credential was deleted.')
      : l10n.t('{0} stored credentials were deleted.', count),
  );
}

/**
 * Reports that something is corrected. If a failed *Create Dataset* led here, `failed` has the URIs of its documents, or the ID of
 * its batch, and the notification offers to create them again, or to resume it.
 */
export async function notifyCorrected(message: string, failed: unknown): Promise<void> {
  const again =
    typeof failed === 'string'
      ? commandButton(l10n.t('Resume'), 'dataset.resumeBatch', failed)
      : commandButton(l10n.t('Create Again'), 'dataset.create', failed);
  await notify('info', message, ...(isFailed(failed) ? [again] : []));
}

/** Other callers of a command pass other arguments, such as the selection of a view. */
export function isFailed(failed: unknown): boolean {
  if (Array.isArray(failed)) return failed.length > 0 && failed.every((one) => one instanceof Uri);
  return typeof failed === 'string';
}
