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
import type { LocalGatewayCommands } from '../local-gateway/local-gateway-commands.ts';
import { whenDatasetOpens } from '../studio/languages.ts';
import { commandsOf, registerCommands } from '../studio/register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import { lazyTree, onFirstUse } from '../ui/lazy.ts';
import type { LoadMain } from './editor-main.ts';

/** In milliseconds after activation: the palette must not slow down the start. */
const contextDelay = 1000;

/** Registers environments, sign-in, accounts and the local gateway. */
export function registerEnvironments(
  context: ExtensionContext,
  main: LoadMain,
  studio: () => Promise<Studio>,
  localGateway: () => Promise<LocalGatewayCommands>,
): Disposable {
  const states = onFirstUse(context, async () =>
    (await main()).signInStates((await studio()).vault, context.secrets.onDidChange),
  );
  const status = onFirstUse(context, async () =>
    (await main()).showEnvironmentStatus((await studio()).settings, await states()),
  );
  const contexts = onFirstUse(context, async () => {
    const { keepSignInContexts } = await main();
    const { settings, vault } = await studio();
    return keepSignInContexts(settings, await states(), vault);
  });
  const tree = onFirstUse(context, async () =>
    (await main()).environmentsTree((await studio()).settings, await states()),
  );
  const treeView = lazyTree(tree);
  const accountChanges = new EventEmitter<AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const accounts = onFirstUse(context, async () => {
    const provider = (await main()).environmentAccounts(await studio(), await states());
    provider.onDidChangeSessions((change) => accountChanges.fire(change));
    return provider;
  });
  const accountProvider: AuthenticationProvider = {
    onDidChangeSessions: accountChanges.event,
    getSessions: async (scopes) => (await accounts()).getSessions(scopes),
    createSession: async (scopes) => (await accounts()).createSession(scopes),
    removeSession: async (id) => (await accounts()).removeSession(id),
  };
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
    // The status bar item is for dataset files only.
    whenDatasetOpens(status),
    treeView,
    window.registerTreeDataProvider('dataset.environmentsView', treeView),
    accountChanges,
    authentication.registerAuthenticationProvider(accountsProviderId, 'Dataset Studio', accountProvider, {
      supportsMultipleAccounts: true,
    }),
    window.registerUriHandler({
      handleUri: async (uri) => (await main()).deliverSignInUri((await studio()).mailbox, uri),
    }),
  );
}
