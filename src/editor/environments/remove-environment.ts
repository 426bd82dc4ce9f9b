import { l10n, window } from 'vscode';
import { forgetEnvironment } from '../../identity/secrets/secret-vault.ts';
import { notificationText } from '../notification-text.ts';
import type { Studio } from '../studio/studio.ts';
import { isTrustedFor } from '../studio/trust.ts';
import { whatMayBeLeft } from './sign-in/credential-commands.ts';
import { whichEnvironment } from './wizard/edit-environment.ts';

type RemoveDependencies = Pick<Studio, 'settings' | 'vault' | 'connection'>;

/** Remove Environment: asks, ends its sign-in, and takes it out of the settings with every secret stored under its name. */
export async function removeEnvironment(studio: RemoveDependencies, target?: unknown): Promise<void> {
  if (!(await isTrustedFor(l10n.t('Removing an environment')))) return;
  const name = await whichEnvironment(studio, target, l10n.t('Remove Environment'));
  if (name === undefined) return;
  const remove = l10n.t('Remove');
  const choice = await window.showWarningMessage(
    notificationText(l10n.t('Remove the environment "{0}"?', name)),
    {
      modal: true,
      detail: l10n.t(
        'It is taken out of your settings, and its passwords, tokens, subscription key and client secret are deleted.',
      ),
    },
    remove,
  );
  if (choice === remove) await removeWithSecrets(studio, name);
}

async function removeWithSecrets(
  { settings, vault, connection }: RemoveDependencies,
  name: string,
): Promise<void> {
  const environment = settings.environments().environments.find((one) => one.name === name);
  if (environment) await (await connection()).tokens.signOut(environment);
  const { count, complete } = await forgetEnvironment(vault, name, environment ? [environment] : []);
  await settings.removeEnvironment(name);
  if (settings.selectedEnvironment() === name) await settings.selectEnvironment(undefined);
  const removed =
    count === 0
      ? l10n.t('The environment "{0}" is removed.', name)
      : l10n.t('The environment "{0}" is removed, and its credentials are forgotten.', name);
  void window.showInformationMessage(
    notificationText([removed, ...(complete ? [] : [whatMayBeLeft()])].join(' ')),
  );
}
