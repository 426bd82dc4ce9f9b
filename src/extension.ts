import * as vscode from 'vscode';
import { Diagnostics } from './editor/diagnostics.ts';
import { registerLanguageFeatures } from './editor/language-features.ts';
import { ReadOnlyDocuments } from './editor/read-only-documents.ts';
import { SecretStorageVault } from './editor/secret-storage-vault.ts';
import { Settings } from './editor/settings.ts';
import type { Connection, Studio } from './editor/studio.ts';

/** Builds the parts and registers them. What a command needs beyond them is loaded when the command first runs. */
export function activate({ extension, secrets, subscriptions }: vscode.ExtensionContext): void {
  const settings = new Settings();
  const vault = new SecretStorageVault(secrets);
  const documents = new ReadOnlyDocuments();
  const log = vscode.window.createOutputChannel('Dataset Studio', { log: true });
  const rulesPage = vscode.Uri.parse(`${extension.packageJSON.repository.url}/blob/main/docs/rules.md`);

  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./editor/connection.ts');
    return connect(vault);
  });
  const studio: Studio = { settings, vault, documents, log, connection };
  const underway = new Set<string>();
  const localGateway = once(async () => {
    const { LocalGatewayCommands } = await import('./editor/local-gateway-commands.ts');
    const commands = new LocalGatewayCommands(studio);
    subscriptions.push(commands);
    return commands;
  });

  const create = () => import('./editor/create-dataset.ts');
  const requests = () => import('./editor/request-commands.ts');
  const environments = () => import('./editor/environment-commands.ts');
  const credentials = () => import('./editor/credential-commands.ts');

  subscriptions.push(
    log,
    documents,
    new Diagnostics(settings, rulesPage),
    registerLanguageFeatures(settings),
    ...registerCommands({
      'dataset.create': async (target, selection) =>
        (await create()).createDatasets({ ...studio, underway }, target, selection),
      'dataset.previewRequest': async (target) => (await requests()).previewRequest(studio, target),
      'dataset.copyAsCurl': async (target) => (await requests()).copyAsCurl(studio, target),
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
      'dataset.showLog': async () => log.show(),
    }),
  );
}

type Command = (...args: unknown[]) => Promise<unknown>;

function registerCommands(commands: Readonly<Record<string, Command>>): vscode.Disposable[] {
  return Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run));
}

/** Runs `build` when the result is first asked for, and keeps it. */
function once<Result>(build: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= build();
    return result;
  };
}
