import { commands, type Disposable, workspace } from 'vscode';
import { grantSettings } from '../../../environments/grant-types.ts';
import type { SecretVault } from '../../../identity/secrets/secret-vault.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { SignInStates } from './sign-in-states.ts';

/**
 * Tells the `when` clauses of package.json which commands can't do anything. Until it is known, all are offered: somebody may be
 * signed in.
 */
export class SignInContexts implements Disposable {
  readonly #settings: Settings;
  readonly #states: SignInStates;
  readonly #vault: SecretVault;
  readonly #setContext: typeof setContext;
  readonly #subscription: Disposable;

  constructor(settings: Settings, states: SignInStates, vault: SecretVault, set = setContext) {
    this.#settings = settings;
    this.#states = states;
    this.#vault = vault;
    this.#setContext = set;
    this.#subscription = states.onDidChange(() => void this.#update());
    void this.#update();
  }

  async #update(): Promise<void> {
    // No secret is read in Restricted Mode, which has none of these commands.
    if (!workspace.isTrusted) return;
    const { environments } = this.#settings.environments();
    const withUser = environments.filter(
      ({ authentication }) => grantSettings[authentication.grantType].hasUser,
    );
    const states = await Promise.all(withUser.map((environment) => this.#states.of(environment)));
    const contexts = {
      'dataset.nobodySignedIn': !states.some((state) => state?.state === 'signed-in'),
      'dataset.noClientSecretNeeded': environments.every(
        ({ authentication }) => authentication.clientAuthentication === 'none',
      ),
      'dataset.nothingToForget': (await this.#vault.keys())?.length === 0,
    };
    for (const [key, value] of Object.entries(contexts)) this.#setContext(key, value);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function setContext(key: string, value: boolean): void {
  void commands.executeCommand('setContext', key, value);
}
