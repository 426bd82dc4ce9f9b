import { env, l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { SignOutResult } from '../../../identity/token-source.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { isTrustedFor } from '../../studio/trust.ts';
import { environmentFor } from '../choose-environment.ts';
import { openBrowser } from './browser/open-browser.ts';
import { describeExpiry } from './describe-sign-in.ts';
import { showTokenFailure, signInWithProgress, withTokenProgress } from './token-progress.ts';

type SignInDependencies = Pick<Studio, 'settings' | 'connection'>;

/** Sign In. */
export async function signIn(studio: SignInDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedFor('sign-in'))) return;
  const environment = await environmentFor(studio.settings, target);
  if (environment) await signInTo(studio, environment, false);
}

/** Switch Account: lets the user choose another account, even if the browser is still signed in with the present one. */
export async function switchAccount(studio: SignInDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedFor('sign-in'))) return;
  const environment = await environmentFor(studio.settings, target);
  if (environment?.authentication.grantType === 'client_credentials')
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
): Promise<void> {
  const result = await signInWithProgress(studio, environment, isSwitching);
  if (result.outcome !== 'token') return showTokenFailure(studio, environment, result);
  const { name } = environment;
  const who = result.account
    ? l10n.t('Signed in to {0} as {1}.', name, result.account.label)
    : l10n.t('Signed in to {0}.', name);
  void notify('information', `${who} ${describeExpiry(result)}`);
}

/** Sign Out. */
export async function signOut(studio: SignInDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedFor('sign-out'))) return;
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
  const message = describeSignOut(environment, result);
  const { endSessionUrl } = result;
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

function describeSignOut({ name, authentication }: Environment, { revocation }: SignOutResult): string {
  switch (authentication.grantType) {
    case 'session':
      return l10n.t(
        '{0} uses a VS Code account, which stays signed in. To sign out of it, use the Accounts menu.',
        name,
      );
    case 'password':
      return l10n.t(
        'Signed out of {0}. The user name, the password, and the access token were deleted.',
        name,
      );
    case 'token':
      return l10n.t(
        'Signed out of {0}. The access token was deleted. It stays valid until it expires.',
        name,
      );
    case 'client_credentials':
      return l10n.t('The access token of {0} was deleted. The client secret is still stored.', name);
    case 'authorization_code':
    case 'device_code':
      switch (revocation) {
        case 'none':
          return l10n.t('Signed out of {0}.', name);
        case 'revoked':
          return l10n.t('Signed out of {0}. The identity provider revoked the tokens.', name);
        case 'unsupported':
          return l10n.t(
            "Signed out of {0}. The tokens were deleted here, but the identity provider can't revoke them. They stay valid until they expire.",
            name,
          );
        case 'refused':
          return l10n.t(
            'Signed out of {0}. The tokens were deleted here, but the identity provider refused to revoke them. They stay valid until they expire.',
            name,
          );
        case 'failed':
          return l10n.t(
            "Signed out of {0}. The tokens were deleted here, but the identity provider couldn't be asked to revoke them. They stay valid until they expire.",
            name,
          );
      }
  }
}

/** Get Access Token: says when it expires, and copies it only on request. */
export async function getToken(studio: SignInDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedFor('get-access-token'))) return;
  const environment = await environmentFor(studio.settings, target);
  if (!environment) return;
  const title = l10n.t('Getting an access token for {0}', environment.name);
  const result = await withTokenProgress(studio, title, (tokens, options) =>
    tokens.accessToken(environment, options),
  );
  if (result.outcome !== 'token') return showTokenFailure(studio, environment, result);
  const { expiresAt } = result;
  const choice = await notify(
    'information',
    `${l10n.t('There is an access token for {0}.', environment.name)} ${describeExpiry(expiresAt === undefined ? {} : { expiresAt })}`,
    { buttons: { copy: l10n.t('Copy Token') } },
  );
  if (choice === 'copy') await env.clipboard.writeText(result.accessToken);
}
