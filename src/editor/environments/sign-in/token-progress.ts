import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { draftOf, entryOf } from '../../../environments/environment-draft.ts';
import { grantSettings } from '../../../environments/grant-types.ts';
import type { TokenFailure } from '../../../identity/grant.ts';
import { isAboutClient } from '../../../identity/messages/error-advice.ts';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../../identity/messages/token-failure-message.ts';
import type { TokenResult, TokenSource } from '../../../identity/token-source.ts';
import type { Studio } from '../../studio/studio.ts';
import { commandButton, notify } from '../../ui/notifications.ts';
import { withProgress } from '../../ui/progress.ts';

/** What commands about tokens need. */
export type SignInStudio = Pick<Studio, 'settings' | 'connection'>;

/** Signs in, even if the user is signed in already. */
export function signInWithProgress(
  studio: SignInStudio,
  environment: Environment,
  switchAccount = false,
): Promise<TokenResult> {
  const title = grantSettings[environment.authentication.grantType].endpoints.includes(
    'authorizationEndpoint',
  )
    ? l10n.t('Signing in to {0} in the browser', environment.name)
    : l10n.t('Signing in to {0}', environment.name);
  return withTokenProgress(studio, title, (tokens, options) =>
    tokens.signIn(environment, { ...options, switchAccount }),
  );
}

/** Shows a notification with Cancel while a token is requested. */
export async function withTokenProgress(
  studio: SignInStudio,
  title: string,
  run: (tokens: TokenSource, options: { signal: AbortSignal; timeout: number }) => Promise<TokenResult>,
): Promise<TokenResult> {
  const { tokens } = await studio.connection();
  return withProgress(title, (signal) => run(tokens, { signal, timeout: studio.settings.timeout() }));
}

/** Shows why there is no token, with the commands that help. A user who pressed Escape knows why. */
export async function showTokenFailure(
  { settings }: Pick<Studio, 'settings'>,
  environment: Environment,
  failure: TokenFailure,
  /** The documents, or the batch, whose *Create Dataset* failed, if that led here. */
  failed?: unknown,
): Promise<void> {
  if (failure.kind === 'missing' || failure.kind === 'cancelled') return;
  const { name, authentication } = environment;
  const next = nextAfterTokenFailure(failure);
  const isAboutSecret = next === 'set-client-secret' && authentication.clientAuthentication !== 'none';
  const canEdit = next === 'set-client-secret' || next === 'edit-environment';
  // Some providers don't support the Authorization header, or read it in a way of their own; others support nothing else.
  const method =
    authentication.clientAuthentication === 'client_secret_basic'
      ? 'client_secret_post'
      : 'client_secret_basic';
  const button = (title: string, command: string) => commandButton(title, command, name, failed);
  const signIn = button(l10n.t('Sign In'), 'dataset.signIn');
  const useMethod = async () => {
    const entry = settings.environmentEntries().find((one) => draftOf(one).name?.trim() === name);
    await settings.saveEnvironment(entryOf({ ...draftOf(entry), name, clientAuthentication: method }));
    await signIn.run();
  };
  await notify(
    'error',
    l10n.t('No access token for {0}. {1}', name, describeTokenFailure(failure)),
    ...(isAboutSecret ? [button(l10n.t('Set Client Secret'), 'dataset.setClientSecret')] : []),
    ...(isAboutSecret && isAboutClient(failure)
      ? [{ title: l10n.t('Use {method}', { method }), run: useMethod }]
      : []),
    ...(canEdit ? [button(l10n.t('Edit Environment'), 'dataset.editEnvironment')] : []),
    ...(isAboutSecret ? [] : [signIn]),
  );
}
