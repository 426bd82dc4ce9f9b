import { env, l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { grantSettings } from '../../../environments/grant-types.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import type { SignOutResult } from '../../../identity/token-source.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { isTrustedWorkspace } from '../../studio/trust.ts';
import { environmentFor } from '../choose-environment.ts';
import { notifyCorrected } from '../create-again.ts';
import { openBrowser } from './browser/open-browser.ts';
import { describeExpiry } from './describe-sign-in.ts';
import { showTokenFailure, signInWithProgress, withTokenProgress } from './token-progress.ts';

type SignInDependencies = Pick<Studio, 'settings' | 'connection'>;

/** Sign In. */
export async function signIn(studio: SignInDependencies, target?: unknown, failed?: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const environment = await environmentFor(studio.settings, target);
  if (environment) await signInTo(studio, environment, false, failed);
}

/** Switch Account: lets the user choose another account, even if the browser is still signed in with the present one. */
export async function switchAccount(studio: SignInDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const environment = await environmentFor(studio.settings, target);
  if (environment && !grantSettings[environment.authentication.grantType].hasUser)
    void notify(
      'information',
      l10n.t(
        '{0} signs in with client credentials, without an account. To use another client, edit the environment.',
        environment.name,
      ),
    );
  else if (environment) await signInTo(studio, environment, true);
}

async function signInTo(
  studio: SignInDependencies,
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
export async function signOut(studio: SignInDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const environment = await environmentFor(studio.settings, target);
  if (environment) await signOutOf(studio, environment);
}

/** Signs out, reports what happened to the tokens, and offers to end the browser's session. */
export async function signOutOf(studio: Pick<Studio, 'connection'>, environment: Environment): Promise<void> {
  const { tokens } = await studio.connection();
  const result = await tokens.signOut(environment);
  void reportSignOut(environment, result);
}

async function reportSignOut(environment: Environment, result: SignOutResult): Promise<void> {
  const { revocation, endSessionUrl } = result;
  const message = grantOf(environment).signOutMessage(environment.name, revocation);
  if (!endSessionUrl) {
    await notify('information', message);
    return;
  }
  const browser = l10n.t(
    'Your browser may still be signed in at {0}. In that case, the next sign-in uses the same account.',
    endSessionUrl.host,
  );
  const choice = await notify('information', `${message} ${browser}`, {
    buttons: { end: l10n.t('End Browser Session') },
  });
  if (choice === 'end') await openBrowser(endSessionUrl);
}

/** Get Access Token: says when it expires, and copies it only on request. */
export async function getToken(studio: SignInDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const environment = await environmentFor(studio.settings, target);
  if (!environment) return;
  const title = l10n.t('Getting an access token for {0}', environment.name);
  const result = await withTokenProgress(studio, title, (tokens, options) =>
    tokens.accessToken(environment, options),
  );
  if (result.kind !== 'token') return showTokenFailure(studio, environment, result);
  const { expiresAt } = result;
  const choice = await notify(
    'information',
    `${l10n.t('There is an access token for {0}.', environment.name)} ${describeExpiry(expiresAt === undefined ? {} : { expiresAt })}`,
    { buttons: { copy: l10n.t('Copy Token') } },
  );
  if (choice === 'copy') await env.clipboard.writeText(result.accessToken);
}
