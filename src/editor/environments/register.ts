import {
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent,
  authentication,
  Disposable,
  EventEmitter,
  type ExtensionContext,
  type TreeView,
  window,
} from 'vscode';
import { accountsProviderId } from '../../environments/authentication.ts';
import type { LoadMain } from '../editor-main.ts';
import { whenDatasetOpens } from '../languages.ts';
import { LazyDisposables, lazyTree } from '../lazy.ts';
import type { LocalGatewayCommands } from '../local-gateway/local-gateway-commands.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import type { EnvironmentAccounts } from './sign-in/environment-accounts.ts';
import type { SignInStates } from './sign-in/sign-in-states.ts';
import type { EnvironmentRow } from './view/environments-tree.ts';

/** In milliseconds after activation: the palette must not slow down the start. */
const contextDelay = 1000;

/** Registers environments, sign-in, accounts and the local gateway. */
export function registerEnvironments(
  main: LoadMain,
  studio: () => Promise<Studio>,
  localGateway: () => Promise<LocalGatewayCommands>,
  { secrets, globalState }: Pick<ExtensionContext, 'secrets' | 'globalState'>,
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

  return Disposable.from(
    registerCommands(studio, {
      'dataset.addEnvironment': async () => {
        const { addEnvironment } = await main();
        return addEnvironment(await studio(), globalState);
      },
      'dataset.editEnvironment': async (target, failed) =>
        (await main()).editEnvironment(await studio(), target, failed),
      'dataset.removeEnvironment': async (target) => (await main()).removeEnvironment(await studio(), target),
      'dataset.selectEnvironment': async (target) => (await main()).selectEnvironment(await studio(), target),
      'dataset.manageEnvironment': async () =>
        (await main()).manageEnvironment(await studio(), await states()),
      'dataset.importEnvironments': async (source) =>
        (await main()).importEnvironments(await studio(), source),
      'dataset.exportEnvironments': async (target) =>
        (await main()).exportEnvironments(await studio(), target),
      'dataset.signIn': async (target, failed) => (await main()).signIn(await studio(), target, failed),
      'dataset.signOut': async (target) => (await main()).signOut(await studio(), target),
      'dataset.switchAccount': async (target) => (await main()).switchAccount(await studio(), target),
      'dataset.getToken': async (target) => (await main()).getToken(await studio(), target),
      'dataset.setSubscriptionKey': async (target, failed) =>
        (await main()).setSubscriptionKey(await studio(), target, failed),
      'dataset.setClientSecret': async (target, failed) =>
        (await main()).setClientSecret(await studio(), target, failed),
      'dataset.forgetCredentials': async () => (await main()).forgetCredentials(await studio()),
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
  const tree = lazy.onFirstUse(async () =>
    (await main()).environmentsTree((await studio()).settings, await states(), view),
  );
  const contents = lazyTree(tree);
  const view: TreeView<EnvironmentRow> = window.createTreeView('dataset.environmentsView', {
    treeDataProvider: contents,
  });
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
