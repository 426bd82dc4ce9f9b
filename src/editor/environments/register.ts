import * as vscode from 'vscode';
import { once } from '../once.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio.ts';

/** Where datasets are created and as whom: environments, credentials, the local gateway. */
export function registerEnvironments(studio: Studio): vscode.Disposable {
  const environments = () => import('./environment-commands.ts');
  const credentials = () => import('./credential-commands.ts');
  const loaded: vscode.Disposable[] = [];
  const localGateway = once(async () => {
    const { LocalGatewayCommands } = await import('./local-gateway-commands.ts');
    const commands = new LocalGatewayCommands(studio);
    loaded.push(commands);
    return commands;
  });

  return vscode.Disposable.from(
    registerCommands({
      'dataset.addEnvironment': async () => (await environments()).addEnvironment(studio),
      'dataset.selectEnvironment': async () => (await environments()).selectEnvironment(studio),
      'dataset.signIn': async (name) => (await credentials()).signIn(studio, name),
      'dataset.signOut': async (name) => (await credentials()).signOut(studio, name),
      'dataset.getToken': async (name) => (await credentials()).getToken(studio, name),
      'dataset.setSubscriptionKey': async (name) => (await credentials()).setSubscriptionKey(studio, name),
      'dataset.setClientSecret': async (name) => (await credentials()).setClientSecret(studio, name),
      'dataset.forgetCredentials': async () => (await credentials()).forgetCredentials(studio),
      'dataset.startLocalGateway': async () => (await localGateway()).start(),
      'dataset.stopLocalGateway': async () => (await localGateway()).stop(),
    }),
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
