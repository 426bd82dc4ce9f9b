import { authentication, Disposable, type Event, EventEmitter, l10n, workspace } from 'vscode';
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
import { VSCodeSessions } from './identity-services.ts';

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

/** The state of a sign-in in a few words; `undefined` means Restricted Mode. */
export function describeSignIn(state: SignInState | undefined): string {
  if (!state) return l10n.t('Restricted Mode');
  if (state.state === 'signed-out') return l10n.t('signed out');
  if (state.state === 'ready') return l10n.t('client secret stored');
  return state.account ? l10n.t('signed in as {0}', state.account.label) : l10n.t('signed in');
}

/** When a session or a token ends. */
export interface Expiry {
  /** Of the access token, in milliseconds since the epoch; absent if it isn't known. */
  readonly expiresAt?: number;
  /** Whether the session continues after that. */
  readonly renewable?: true;
}

/** A sentence about the session if there is a refresh token, otherwise about the access token. */
export function describeExpiry({ expiresAt, renewable }: Expiry): string {
  if (renewable) return l10n.t('The session is renewed automatically.');
  if (expiresAt === undefined) return l10n.t("It isn't known when the access token expires.");
  const { count, unit } = remainingTime(expiresAt);
  return expirySentences[unit](count);
}

/** The same in a few words. */
export function describeExpiryShortly({ expiresAt, renewable }: Expiry): string {
  if (renewable) return l10n.t('renewed automatically');
  if (expiresAt === undefined) return l10n.t('requested when needed');
  const { count, unit } = remainingTime(expiresAt);
  return expiryWords[unit](count);
}

type Unit = 'moment' | 'minute' | 'minutes' | 'hours' | 'days';

const expirySentences: Readonly<Record<Unit, (count: number) => string>> = {
  moment: () => l10n.t('The access token expires in less than a minute.'),
  minute: () => l10n.t('The access token expires in 1 minute.'),
  minutes: (count) => l10n.t('The access token expires in {0} minutes.', count),
  hours: (count) => l10n.t('The access token expires in {0} hours.', count),
  days: (count) => l10n.t('The access token expires in {0} days.', count),
};

const expiryWords: typeof expirySentences = {
  moment: () => l10n.t('expires in less than a minute'),
  minute: (count) => l10n.t('expires in {0} min', count),
  minutes: (count) => l10n.t('expires in {0} min', count),
  hours: (count) => l10n.t('expires in {0} h', count),
  days: (count) => l10n.t('expires in {0} days', count),
};

/** In a unit of which there are at least two, except for minutes. */
function remainingTime(expiresAt: number): { readonly count: number; readonly unit: Unit } {
  const minutes = Math.floor(Math.max(0, expiresAt - Date.now()) / 60_000);
  if (minutes < 1) return { count: 0, unit: 'moment' };
  if (minutes < 120) return { count: minutes, unit: minutes === 1 ? 'minute' : 'minutes' };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { count: hours, unit: 'hours' } : { count: Math.floor(hours / 24), unit: 'days' };
}
