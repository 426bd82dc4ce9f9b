import { authentication, Disposable, type Event, EventEmitter, workspace } from 'vscode';
import { accountsProviderId } from '../../../environments/authentication.ts';
import type { Environment } from '../../../environments/environment.ts';
import type { KnownAccounts, SignInState } from '../../../identity/grants/grant-descriptor.ts';
import { signInState } from '../../../identity/grants/grants.ts';
import { SessionConsents } from '../../../identity/grants/session-consent.ts';
import {
  EnvironmentSecrets,
  type SecretKind,
  type SecretVault,
} from '../../../identity/secrets/secret-vault.ts';
import { VSCodeSessions } from './vscode-sessions.ts';

/** What is known about each environment's sign-in and secrets, without asking the user or sending anything. */
export class SignInStates implements Disposable {
  readonly #vault: SecretVault;
  readonly #accounts: KnownAccounts;
  readonly #changes = new EventEmitter<void>();
  readonly #listeners: Disposable;
  /** Something happened that may change a state, in this window or another. */
  readonly onDidChange = this.#changes.event;

  constructor(vault: SecretVault, secretsChanged: Event<unknown>) {
    this.#vault = vault;
    this.#accounts = { provider: new VSCodeSessions(), consents: new SessionConsents(vault) };
    const changed = () => this.#changes.fire();
    this.#listeners = Disposable.from(
      this.#changes,
      secretsChanged(changed),
      workspace.onDidGrantWorkspaceTrust(changed),
      workspace.onDidChangeConfiguration((event) => {
        if (
          event.affectsConfiguration('dataset.environments') ||
          event.affectsConfiguration('dataset.environment')
        )
          changed();
      }),
      // Our own accounts change with these states.
      authentication.onDidChangeSessions(({ provider }) => {
        if (provider.id !== accountsProviderId) changed();
      }),
    );
  }

  /** Undefined in Restricted Mode, where no secret is read. */
  async of(environment: Environment): Promise<SignInState | undefined> {
    if (!workspace.isTrusted) return undefined;
    const secrets = new EnvironmentSecrets(this.#vault, environment);
    return signInState(environment, secrets, Date.now(), this.#accounts);
  }

  /** Whether a secret is stored; undefined in Restricted Mode. */
  async has(kind: SecretKind, environment: Environment): Promise<boolean | undefined> {
    if (!workspace.isTrusted) return undefined;
    return (await new EnvironmentSecrets(this.#vault, environment).get(kind)) !== undefined;
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}
