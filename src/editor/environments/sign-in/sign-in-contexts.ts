import { commands, type Disposable, workspace } from 'vscode';
import { grantSettings } from '../../../environments/grant-types.ts';
import type { SecretVault } from '../../../identity/secrets/secret-vault.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { SignInStates } from './sign-in-states.ts';

/**
 * Tells the `when` clauses of package.json which commands can't do anything. Until it is known, all are offered: somebody may be
 * signed in.
 */
export function keepSignInContexts(
  settings: Settings,
  states: SignInStates,
  vault: SecretVault,
  set = setContext,
): Disposable {
  const update = async () => {
    // No secret is read in Restricted Mode, which has none of these commands.
    if (!workspace.isTrusted) return;
    const { environments } = settings.environments();
    const withUser = environments.filter(
      ({ authentication }) => grantSettings[authentication.grantType].hasUser,
    );
    const known = await Promise.all(withUser.map((environment) => states.of(environment)));
    set('dataset.nobodySignedIn', !known.some((state) => state?.state === 'signed-in'));
    set(
      'dataset.noClientSecretNeeded',
      environments.every(({ authentication }) => authentication.clientAuthentication === 'none'),
    );
    set('dataset.nothingToForget', (await vault.keys())?.length === 0);
  };
  void update();
  return states.onDidChange(() => void update());
}

function setContext(key: string, value: boolean): void {
  void commands.executeCommand('setContext', key, value);
}
