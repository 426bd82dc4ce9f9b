import * as vscode from 'vscode';
import { LazyTree } from '../lazy-tree.ts';
import { once } from '../once.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio.ts';
import { EnvironmentStatus } from './environment-status.ts';
import { accountsProviderId, SignInStates } from './sign-in-states.ts';

/** How often the view counts down what tokens have left, while someone looks. */
const countdown = 30_000;

/** Where datasets are created and as whom: environments, credentials, accounts, the local gateway. */
export function registerEnvironments(
  studio: Studio,
  { secrets, globalState }: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>,
): vscode.Disposable {
  const states = new SignInStates(studio.vault, secrets.onDidChange);
  const credentials = () => import('./credential-commands.ts');
  const transfer = () => import('./transfer-environments.ts');
  const loaded: vscode.Disposable[] = [];
  const localGateway = once(async () => {
    const { LocalGatewayCommands } = await import('./local-gateway-commands.ts');
    const commands = new LocalGatewayCommands(studio);
    loaded.push(commands);
    return commands;
  });

  return vscode.Disposable.from(
    registerCommands(studio.log, {
      'dataset.addEnvironment': async () => {
        const { EnvironmentDrafts } = await import('./environment-drafts.ts');
        const { addEnvironment } = await import('./add-environment.ts');
        return addEnvironment(studio, new EnvironmentDrafts(globalState));
      },
      'dataset.editEnvironment': async (target) =>
        (await import('./edit-environment.ts')).editEnvironment(studio, target),
      'dataset.removeEnvironment': async (target) =>
        (await import('./remove-environment.ts')).removeEnvironment(studio, target),
      'dataset.selectEnvironment': async (target) =>
        (await import('./select-environment.ts')).selectEnvironment(studio, target),
      'dataset.manageEnvironment': async () =>
        (await import('./manage-environment.ts')).manageEnvironment(studio, states),
      'dataset.importEnvironments': async (source, conflicts) =>
        (await transfer()).importEnvironments(studio, source, conflicts),
      'dataset.exportEnvironments': async (target) => (await transfer()).exportEnvironments(studio, target),
      'dataset.signIn': async (target) => (await credentials()).signIn(studio, target),
      'dataset.signOut': async (target) => (await credentials()).signOut(studio, target),
      'dataset.getToken': async (target) => (await credentials()).getToken(studio, target),
      'dataset.setSubscriptionKey': async (target) =>
        (await credentials()).setSubscriptionKey(studio, target),
      'dataset.setClientSecret': async (target) => (await credentials()).setClientSecret(studio, target),
      'dataset.forgetCredentials': async () => (await credentials()).forgetCredentials(studio),
      'dataset.startLocalGateway': async () => (await localGateway()).start(),
      'dataset.stopLocalGateway': async () => (await localGateway()).stop(),
    }),
    registerView(studio, states),
    new EnvironmentStatus(studio.settings, states),
    registerAccounts(studio, states),
    states,
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}

function registerView({ settings }: Studio, states: SignInStates): vscode.Disposable {
  const loaded: vscode.Disposable[] = [];
  const tree = once(async () => {
    const { EnvironmentsTree } = await import('./environments-tree.ts');
    const environments = new EnvironmentsTree(settings, states);
    loaded.push(environments);
    return environments;
  });
  const lazyTree = new LazyTree(tree);
  const view = vscode.window.createTreeView('dataset.environmentsView', { treeDataProvider: lazyTree });
  const refresh = async () => (await tree()).refresh();
  let timer: NodeJS.Timeout | undefined;
  const count = () => {
    clearInterval(timer);
    timer = view.visible ? setInterval(refresh, countdown) : undefined;
  };
  count();
  return vscode.Disposable.from(
    lazyTree,
    view,
    view.onDidChangeVisibility((event) => {
      if (event.visible) void refresh();
      count();
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
    { dispose: () => clearInterval(timer) },
  );
}

function registerAccounts(studio: Studio, states: SignInStates): vscode.Disposable {
  const changes = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const loaded: vscode.Disposable[] = [changes];
  const accounts = once(async () => {
    const { EnvironmentAccounts } = await import('./environment-accounts.ts');
    const provider = new EnvironmentAccounts(studio, states);
    loaded.push(
      provider,
      provider.onDidChangeSessions((change) => changes.fire(change)),
    );
    return provider;
  });
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changes.event,
    getSessions: async (scopes) => (await accounts()).getSessions(scopes),
    createSession: async (scopes) => (await accounts()).createSession(scopes),
    removeSession: async (id) => (await accounts()).removeSession(id),
  };
  return vscode.Disposable.from(
    vscode.authentication.registerAuthenticationProvider(accountsProviderId, 'Dataset Studio', provider, {
      supportsMultipleAccounts: true,
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
