import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  type AuthenticationSession,
  CancellationError,
  type Disposable,
  EventEmitter,
  l10n,
  workspace,
} from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { Account } from '../../../identity/sessions/identity-session.ts';
import type { Studio } from '../../studio/studio.ts';
import type { SignInStates } from './sign-in-states.ts';

type AccountsDependencies = Pick<Studio, 'settings' | 'connection'>;

import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import { isTrustedFor } from '../../studio/trust.ts';
import { environmentFor } from '../choose-environment.ts';
import { signInWithProgress } from './credential-commands.ts';

/**
 * The environments that someone is signed in to, as accounts of VS Code: in its Accounts menu, with sign-out there. The
 * scope of a session is its environment's name; without one nothing but a listing is asked for, and no token given.
 */
export class EnvironmentAccounts implements AuthenticationProvider, Disposable {
  readonly #studio: AccountsDependencies;
  readonly #states: SignInStates;
  readonly #changes = new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #listener: Disposable;
  readonly onDidChangeSessions = this.#changes.event;
  /** As VS Code was told last; undefined until it has asked. */
  #told: readonly AuthenticationSession[] | undefined;

  constructor(studio: AccountsDependencies, states: SignInStates) {
    this.#studio = studio;
    this.#states = states;
    this.#listener = states.onDidChange(() => void this.#tell());
  }

  async getSessions(scopes?: readonly string[]): Promise<AuthenticationSession[]> {
    const listed = await this.#list();
    this.#told = listed;
    const [name] = scopes ?? [];
    if (name === undefined) return [...listed];
    const environment = this.#named(name);
    const session = listed.find(({ id }) => id === name);
    if (!environment || !session) return [];
    const { tokens } = await this.#studio.connection();
    const token = await tokens.accessToken(environment, { ...this.#options(), silent: true });
    return token.outcome === 'token' ? [{ ...session, accessToken: token.accessToken }] : [];
  }

  async createSession(scopes: readonly string[]): Promise<AuthenticationSession> {
    if (!(await isTrustedFor(l10n.t('Signing in')))) throw new CancellationError();
    const environment = await environmentFor(this.#studio.settings, scopes[0]);
    if (!environment) throw new CancellationError();
    const result = await signInWithProgress(this.#studio, environment);
    if (result.outcome !== 'token') {
      throw new Error(describeTokenFailure(result));
    }
    return { ...sessionOf(environment, result.account), accessToken: result.accessToken };
  }

  /** Called by the Accounts menu, after VS Code has asked. */
  async removeSession(id: string): Promise<void> {
    const environment = this.#named(id);
    if (!environment || !workspace.isTrusted) return;
    const { tokens } = await this.#studio.connection();
    await tokens.signOut(environment);
  }

  /** Accounts of the `session` grant are their own provider's. */
  #environments(): readonly Environment[] {
    return this.#studio.settings
      .environments()
      .environments.filter(({ authentication }) => authentication.grantType !== 'session');
  }

  #named(name: string): Environment | undefined {
    return this.#environments().find((environment) => environment.name === name);
  }

  async #list(): Promise<readonly AuthenticationSession[]> {
    const sessions = await Promise.all(
      this.#environments().map(async (environment) => {
        const state = await this.#states.of(environment);
        return state?.state === 'signed-in' ? [sessionOf(environment, state.account)] : [];
      }),
    );
    return sessions.flat();
  }

  /** Tells VS Code what is new since it asked. */
  async #tell(): Promise<void> {
    if (!this.#told) return;
    const now = await this.#list();
    const before = this.#told;
    this.#told = now;
    const isIn = (list: readonly AuthenticationSession[]) => (session: AuthenticationSession) =>
      list.some(({ id, account }) => id === session.id && account.label === session.account.label);
    const added = now.filter((session) => !isIn(before)(session));
    const removed = before.filter((session) => !isIn(now)(session));
    if (added.length + removed.length > 0) this.#changes.fire({ added, removed, changed: [] });
  }

  #options(): { readonly signal: AbortSignal; readonly timeout: number } {
    return { signal: new AbortController().signal, timeout: this.#studio.settings.timeout() };
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changes.dispose();
  }
}

/** VS Code signs out by an account's label, so that it names the environment. */
function sessionOf({ name }: Environment, account: Account | undefined): AuthenticationSession {
  return {
    id: name,
    accessToken: '',
    account: { id: name, label: account ? `${account.label} – ${name}` : name },
    scopes: [name],
  };
}
