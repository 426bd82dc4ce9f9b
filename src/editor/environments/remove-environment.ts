import { l10n } from 'vscode';
import { forgetEnvironment } from '../../identity/secrets/secret-vault.ts';
import { notify } from '../notifications.ts';
import type { Studio } from '../studio/studio.ts';
import { isTrustedWorkspace } from '../studio/trust.ts';
import { describeIncompleteDeletion } from './sign-in/sign-in-commands.ts';
import { whichEnvironment } from './wizard/edit-environment.ts';

/** Remove Environment: asks, signs out, and removes it from the settings with all secrets that are stored under its name. */
export async function removeEnvironment(studio: Studio, target?: unknown): Promise<void> {
  if (!(await isTrustedWorkspace())) return;
  const name = await whichEnvironment(studio, target, l10n.t('Remove Environment'));
  if (name === undefined) return;
  const choice = await notify('warning', l10n.t('Remove the environment "{0}"?', name), {
    modal: true,
    detail: l10n.t(
      'It is removed from your settings, and its passwords, tokens, subscription key, and client secret are deleted.',
    ),
    buttons: { remove: l10n.t('Remove') },
  });
  if (choice === 'remove') await removeWithSecrets(studio, name);
}

async function removeWithSecrets({ settings, vault, connection }: Studio, name: string): Promise<void> {
  const environment = settings.environments().environments.find((one) => one.name === name);
  const signedOut = environment && (await (await connection()).tokens.signOut(environment));
  const { count, complete } = await forgetEnvironment(vault, name, environment ? [environment] : []);
  await settings.removeEnvironment(name);
  if (settings.selectedEnvironment() === name) await settings.selectEnvironment(undefined);
  const removed =
    count === 0
      ? l10n.t('The environment "{0}" was removed.', name)
      : l10n.t('The environment "{0}" was removed, and its credentials were deleted.', name);
  // Tokens that the identity provider did not revoke can still be used.
  const areTokensLeft = signedOut && signedOut.revocation !== 'revoked' && signedOut.revocation !== 'none';
  const sentences = [
    removed,
    ...(areTokensLeft
      ? [l10n.t('The identity provider did not revoke the tokens. They stay valid until they expire.')]
      : []),
    ...(complete ? [] : [describeIncompleteDeletion()]),
  ];
  void notify('information', sentences.join(' '));
}
