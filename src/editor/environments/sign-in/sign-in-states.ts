import { authentication, commands, Disposable, type Event, EventEmitter, l10n, workspace } from 'vscode';
import { accountsProviderId } from '../../../environments/authentication.ts';
import type { Environment } from '../../../environments/environment.ts';
import { grantSettings } from '../../../environments/grant-types.ts';
import type { SignInState } from '../../../identity/grants/grant-descriptor.ts';
import { signInState } from '../../../identity/grants/grants.ts';
import {
  EnvironmentSecrets,
  type SecretKind,
  type SecretVault,
} from '../../../identity/secrets/secret-vault.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { vsCodeSessions } from '../../studio/identity-services.ts';
import { relativeTime } from '../../ui/local-time.ts';

export type SignInStates = ReturnType<typeof signInStates>;

/** What is known about each environment's sign-in and secrets, without asking the user or sending anything. */
export function signInStates(vault: SecretVault, secretsChanged: Event<unknown>) {
  const changes = new EventEmitter<void>();
  const changed = () => changes.fire();
  const listeners = Disposable.from(
    changes,
    secretsChanged(changed),
    workspace.onDidGrantWorkspaceTrust(changed),
    workspace.onDidChangeConfiguration((event) => {
      const keys = ['dataset.environments', 'dataset.environment'];
      if (keys.some((key) => event.affectsConfiguration(key))) changed();
    }),
    // Our own accounts change with these states.
    authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id !== accountsProviderId) changed();
    }),
  );
  return {
    /** Something happened that may change a state, in this window or another. */
    onDidChange: changes.event,
    /** Undefined in Restricted Mode, where no secret is read. */
    of: async (environment: Environment): Promise<SignInState | undefined> =>
      workspace.isTrusted ? signInState(environment, vault, Date.now(), vsCodeSessions) : undefined,
    /** Whether a secret is stored; undefined in Restricted Mode. */
    has: async (kind: SecretKind, environment: Environment) =>
      workspace.isTrusted
        ? (await new EnvironmentSecrets(vault, environment).get(kind)) !== undefined
        : undefined,
    dispose: () => listeners.dispose(),
  };
}

/** The state of a sign-in in a few words; `undefined` means Restricted Mode. */
export function describeSignIn(state: SignInState | undefined): string {
  if (!state) return l10n.t('Restricted Mode');
  if (state.state === 'signed-out') return l10n.t('signed out');
  if (state.state === 'ready') return l10n.t('client secret stored');
  return state.account ? l10n.t('signed in as {0}', state.account.label) : l10n.t('signed in');
}

/** When a session or a token ends. */
interface Expiry {
  /** Of the access token, in milliseconds since the epoch; absent if it isn't known. */
  readonly expiresAt?: number;
  /** Whether the session continues after that. */
  readonly renewable?: true;
}

/** A sentence about the session if there is a refresh token, otherwise about the access token. */
export function describeExpiry({ expiresAt, renewable }: Expiry): string {
  if (renewable) return l10n.t('The session is renewed automatically.');
  if (expiresAt === undefined) return l10n.t("It isn't known when the access token expires.");
  return l10n.t('The access token expires {0}.', timeUntil(expiresAt));
}

/** The same in a few words. */
export function describeExpiryShortly({ expiresAt, renewable }: Expiry): string {
  if (renewable) return l10n.t('renewed automatically');
  return expiresAt === undefined
    ? l10n.t('requested when needed')
    : l10n.t('expires {0}', timeUntil(expiresAt));
}

function timeUntil(expiresAt: number): string {
  const now = Date.now();
  return relativeTime(new Date(Math.max(expiresAt, now)), new Date(now));
}

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
  let turn = 0;
  const update = async () => {
    // No secret is read in Restricted Mode, which has none of these commands.
    if (!workspace.isTrusted) return;
    turn += 1;
    const ownTurn = turn;
    const { environments } = settings.environments();
    const withUser = environments.filter(
      ({ authentication }) => grantSettings[authentication.grantType].hasUser,
    );
    const known = await Promise.all(withUser.map((environment) => states.of(environment)));
    const keys = await vault.keys();
    // An earlier update may finish later.
    if (ownTurn !== turn) return;
    set('dataset.nobodySignedIn', !known.some((state) => state?.state === 'signed-in'));
    set('dataset.nothingToForget', keys.length === 0);
  };
  void update();
  return states.onDidChange(() => void update());
}

function setContext(key: string, value: boolean): void {
  void commands.executeCommand('setContext', key, value);
}
