import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  type AuthenticationSession,
  CancellationError,
  type Disposable,
  EventEmitter,
  workspace,
} from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import type { Account } from '../../../identity/sessions/identity-session.ts';
import type { Studio } from '../../studio/studio.ts';
import { isTrustedWorkspace } from '../../studio/trust.ts';
import { environmentFor } from '../choose-environment.ts';
import { signOutOf } from './sign-in-commands.ts';
import type { SignInStates } from './sign-in-states.ts';
import { signInWithProgress } from './token-progress.ts';

/**
 * Shows the environments that someone is signed in to as accounts in VS Code's Accounts menu, with Sign Out. The scope of a
 * session is the name of its environment; without a scope, sessions are only listed, and no token is returned.
 */
export class EnvironmentAccounts implements AuthenticationProvider, Disposable {
  readonly #studio: Pick<Studio, 'settings' | 'connection'>;
  readonly #states: SignInStates;
  readonly #changes = new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #listener: Disposable;
  readonly onDidChangeSessions = this.#changes.event;
  /** The sessions that VS Code knows of; undefined until it has asked. */
  #reported: readonly AuthenticationSession[] | undefined;

  constructor(studio: Pick<Studio, 'settings' | 'connection'>, states: SignInStates) {
    this.#studio = studio;
    this.#states = states;
    this.#listener = states.onDidChange(() => void this.#reportChanges());
  }

  async getSessions(scopes?: readonly string[]): Promise<AuthenticationSession[]> {
    const listed = await this.#list();
    this.#reported = listed;
    const [name] = scopes ?? [];
    if (name === undefined) return [...listed];
    const environment = this.#named(name);
    const session = listed.find(({ id }) => id === name);
    if (!environment || !session) return [];
    const { tokens } = await this.#studio.connection();
    const token = await tokens.accessToken(environment, { ...this.#options(), silent: true });
    return token.kind === 'token' ? [{ ...session, accessToken: token.accessToken }] : [];
  }

  async createSession(scopes: readonly string[]): Promise<AuthenticationSession> {
    if (!(await isTrustedWorkspace())) throw new CancellationError();
    const environment = await environmentFor(this.#studio.settings, scopes[0]);
    if (!environment) throw new CancellationError();
    const result = await signInWithProgress(this.#studio, environment);
    if (result.kind !== 'token') throw new Error(describeTokenFailure(result));
    return { ...sessionOf(environment, result.account), accessToken: result.accessToken };
  }

  /** Called by the Accounts menu, after VS Code has asked. */
  async removeSession(id: string): Promise<void> {
    const environment = this.#named(id);
    if (environment && workspace.isTrusted) await signOutOf(this.#studio, environment);
  }

  /** The `session` grant uses accounts of another provider, and client credentials have none. */
  #environments(): readonly Environment[] {
    return this.#studio.settings
      .environments()
      .environments.filter((environment) => grantOf(environment).hasAccount);
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

  /** Reports what has changed since VS Code asked. */
  async #reportChanges(): Promise<void> {
    if (!this.#reported) return;
    const now = await this.#list();
    const before = this.#reported;
    this.#reported = now;
    const isIn = (list: readonly AuthenticationSession[]) => (session: AuthenticationSession) =>
      list.some(({ id, account }) => id === session.id && account.label === session.account.label);
    const added = now.filter((session) => !isIn(before)(session));
    const removed = before.filter((session) => !isIn(now)(session));
    if (added.length > 0 || removed.length > 0) this.#changes.fire({ added, removed, changed: [] });
  }

  #options(): { signal: AbortSignal; timeout: number } {
    return { signal: new AbortController().signal, timeout: this.#studio.settings.timeout() };
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changes.dispose();
  }
}

/** VS Code signs out by the label of an account, so that the label contains the environment's name. */
function sessionOf({ name }: Environment, account: Account | undefined): AuthenticationSession {
  return {
    id: name,
    accessToken: '',
    account: { id: name, label: account ? `${account.label} – ${name}` : name },
    scopes: [name],
  };
}
