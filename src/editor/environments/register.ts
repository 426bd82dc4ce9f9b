import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  authentication,
  Disposable,
  EventEmitter,
  type ExtensionContext,
  window,
} from 'vscode';
import { accountsProviderId } from '../../environments/authentication.ts';
import type { LoadMain } from '../editor-main.ts';
import { whenDatasetOpens } from '../languages.ts';
import { LazyDisposables, lazyTree } from '../lazy.ts';
import type { LocalGatewayCommands } from '../local-gateway/local-gateway-commands.ts';
import { commandsOf, registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import type { EnvironmentAccounts } from './sign-in/environment-accounts.ts';
import type { SignInStates } from './sign-in/sign-in-states.ts';

/** In milliseconds after activation: the palette must not slow down the start. */
const contextDelay = 1000;

/** Registers environments, sign-in, accounts and the local gateway. */
export function registerEnvironments(
  main: LoadMain,
  studio: () => Promise<Studio>,
  localGateway: () => Promise<LocalGatewayCommands>,
  { secrets }: Pick<ExtensionContext, 'secrets'>,
): Disposable {
  const lazy = new LazyDisposables();
  const states = lazy.onFirstUse(async () =>
    (await main()).signInStates((await studio()).vault, secrets.onDidChange),
  );
  const status = lazy.onFirstUse(async () =>
    (await main()).showEnvironmentStatus((await studio()).settings, await states()),
  );
  const contexts = lazy.onFirstUse(async () => {
    const { keepSignInContexts } = await main();
    const { settings, vault } = await studio();
    return keepSignInContexts(settings, await states(), vault);
  });
  const idle = setTimeout(contexts, contextDelay);
  const unfinished = { draft: {} };
  const on = commandsOf(main, studio);
  return Disposable.from(
    registerCommands(studio, {
      'dataset.addEnvironment': async () => (await main()).addEnvironment(await studio(), unfinished),
      'dataset.manageEnvironment': async () =>
        (await main()).manageEnvironment(await studio(), await states()),
      'dataset.forgetCredentials': on(({ forgetCredentials }) => forgetCredentials),
      'dataset.editEnvironment': on(({ editEnvironment }) => editEnvironment),
      'dataset.removeEnvironment': on(({ removeEnvironment }) => removeEnvironment),
      'dataset.selectEnvironment': on(({ selectEnvironment }) => selectEnvironment),
      'dataset.importEnvironments': on(({ importEnvironments }) => importEnvironments),
      'dataset.exportEnvironments': on(({ exportEnvironments }) => exportEnvironments),
      'dataset.signIn': on(({ signIn }) => signIn),
      'dataset.signOut': on(({ signOut }) => signOut),
      'dataset.switchAccount': on(({ switchAccount }) => switchAccount),
      'dataset.getToken': on(({ getToken }) => getToken),
      'dataset.setSubscriptionKey': on(({ setSubscriptionKey }) => setSubscriptionKey),
      'dataset.setClientSecret': on(({ setClientSecret }) => setClientSecret),
      'dataset.startLocalGateway': async () => (await localGateway()).start(),
      'dataset.stopLocalGateway': async () => (await localGateway()).stop(),
    }),
    { dispose: () => clearTimeout(idle) },
    lazy,
    // The status bar item is for dataset files only.
    whenDatasetOpens(status),
    registerView(main, studio, states),
    registerAccounts(async () => (await main()).environmentAccounts(await studio(), await states())),
    window.registerUriHandler({
      handleUri: async (uri) => (await main()).deliverSignInUri((await studio()).mailbox, uri),
    }),
  );
}

function registerView(
  main: LoadMain,
  studio: () => Promise<Studio>,
  states: () => Promise<SignInStates>,
): Disposable {
  const lazy = new LazyDisposables();
  const contents = lazyTree(
    lazy.onFirstUse(async () => (await main()).environmentsTree((await studio()).settings, await states())),
  );
  const view = window.registerTreeDataProvider('dataset.environmentsView', contents);
  return Disposable.from(lazy, contents, view);
}

function registerAccounts(build: () => Promise<EnvironmentAccounts>): Disposable {
  const changes = new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const lazy = new LazyDisposables();
  const accounts = lazy.onFirstUse(async () => {
    const provider = await build();
    provider.onDidChangeSessions((change) => changes.fire(change));
    return provider;
  });
  const provider: AuthenticationProvider = {
    onDidChangeSessions: changes.event,
    getSessions: async (scopes) => (await accounts()).getSessions(scopes),
    createSession: async (scopes) => (await accounts()).createSession(scopes),
    removeSession: async (id) => (await accounts()).removeSession(id),
  };
  return Disposable.from(
    lazy,
    changes,
    authentication.registerAuthenticationProvider(accountsProviderId, 'Dataset Studio', provider, {
      supportsMultipleAccounts: true,
    }),
  );
}
