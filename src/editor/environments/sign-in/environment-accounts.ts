import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  type AuthenticationSession,
  CancellationError,
  Disposable,
  EventEmitter,
  l10n,
  workspace,
} from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import type { Account } from '../../../identity/identity-session.ts';
import { describeTokenFailure } from '../../../identity/messages/token-failure-message.ts';
import { isTrustedWorkspace } from '../../studio/studio.ts';
import { describeUnknownEnvironment } from '../choose-environment.ts';
import { signOutOf } from './sign-in-commands.ts';
import type { SignInStates } from './sign-in-states.ts';
import { type SignInStudio, signInWithProgress } from './token-progress.ts';

/**
 * Shows the environments that someone is signed in to as accounts in VS Code's Accounts menu, with Sign Out. The scope of a
 * session is the name of its environment, and no other one replaces it; without scopes, as VS Code asks for the menu, sessions are only listed,
 * and no token is returned.
 */
export function environmentAccounts(studio: SignInStudio, states: SignInStates) {
  const changes = new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>();
  /** The sessions that VS Code knows of; undefined until it has asked. */
  let reported: readonly AuthenticationSession[] | undefined;
  /** The `session` grant uses accounts of another provider, and client credentials have none. */
  const environments = () =>
    studio.settings.environments().environments.filter((environment) => grantOf(environment).hasAccount);
  const named = (name: string) => environments().find((environment) => environment.name === name);
  /** Throws an error for scopes that name none: VS Code shows it to the extension that asks. */
  const requireEnvironment = (scopes: readonly string[]) => {
    const name = nameIn(scopes);
    if (name === undefined)
      throw new Error(l10n.t('The scope of a session is the name of one environment. Pass one scope.'));
    const { environments: all } = studio.settings.environments();
    const found = all.find((environment) => environment.name === name);
    if (found === undefined) throw new Error(describeUnknownEnvironment(name));
    return found;
  };
  const list = async () => {
    const sessions = await Promise.all(
      environments().map(async (environment) => {
        const state = await states.of(environment);
        return state?.state === 'signed-in' ? [sessionOf(environment, state.account)] : [];
      }),
    );
    return sessions.flat();
  };
  /** Reports what has changed since VS Code asked. */
  const reportChanges = async () => {
    if (!reported) return;
    const now = await list();
    const before = reported;
    reported = now;
    const isIn = (sessions: readonly AuthenticationSession[]) => (session: AuthenticationSession) =>
      sessions.some(({ id, account }) => id === session.id && account.label === session.account.label);
    const added = now.filter((session) => !isIn(before)(session));
    const removed = before.filter((session) => !isIn(now)(session));
    if (added.length > 0 || removed.length > 0) changes.fire({ added, removed, changed: [] });
  };
  const listeners = Disposable.from(
    changes,
    states.onDidChange(() => void reportChanges()),
  );
  return {
    onDidChangeSessions: changes.event,
    getSessions: async (scopes?: readonly string[]) => {
      const listed = await list();
      reported = listed;
      if (scopes === undefined) return [...listed];
      const name = nameIn(scopes);
      if (name === undefined) return [];
      const environment = named(name);
      const session = listed.find(({ id }) => id === name);
      if (!environment || !session) return [];
      const { tokens } = await studio.connection();
      const { signal } = new AbortController();
      const token = await tokens.accessToken(environment, { signal, timeout: studio.settings.timeout() });
      return token.kind === 'token' ? [{ ...session, accessToken: token.accessToken }] : [];
    },
    createSession: async (scopes) => {
      if (!(await isTrustedWorkspace())) throw new CancellationError();
      const environment = requireEnvironment(scopes);
      const result = await signInWithProgress(studio, environment);
      if (result.kind !== 'token') throw new Error(describeTokenFailure(result));
      return { ...sessionOf(environment, result.account), accessToken: result.accessToken };
    },
    // Called by the Accounts menu, after VS Code has asked.
    removeSession: async (id) => {
      const environment = named(id);
      if (environment && workspace.isTrusted) await signOutOf(studio, environment);
    },
    dispose: () => listeners.dispose(),
  } satisfies AuthenticationProvider & { dispose: () => void };
}

/** The only scope. */
function nameIn(scopes: readonly string[]): string | undefined {
  return scopes.length === 1 ? scopes[0] : undefined;
}

/** VS Code signs out by the label of an account, so that the label contains the environment's name. It is an item of a menu. */
function sessionOf({ name }: Environment, account: Account | undefined): AuthenticationSession {
  const label = account ? `${account.label} – ${name}` : name;
  return {
    id: name,
    accessToken: '',
    // One `&` would mark the key of a menu's item, and not be shown.
    account: { id: name, label: label.replaceAll('&', '&&') },
    scopes: [name],
  };
}
