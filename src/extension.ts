import * as vscode from 'vscode';
import { registerAuthoring } from './editor/authoring/register.ts';
import { registerEnvironments } from './editor/environments/register.ts';
import { SecretStorageVault } from './editor/environments/secret-storage-vault.ts';
import { SignInUriHandler } from './editor/environments/sign-in-uri-handler.ts';
import { once } from './editor/once.ts';
import { ReadOnlyDocuments } from './editor/read-only-documents.ts';
import { Settings } from './editor/settings.ts';
import type { Connection, Studio } from './editor/studio.ts';
import { registerSubmissions } from './editor/submissions/register.ts';
import { UriMailbox } from './identity/uri-redirect.ts';

/** Builds the parts and registers them. What a command needs beyond them is loaded when the command first runs. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, secrets, subscriptions, globalStorageUri: globalStorage } = context;
  const vault = new SecretStorageVault(secrets);
  const documents = new ReadOnlyDocuments();
  const log = vscode.window.createOutputChannel('Dataset Studio', { log: true });
  const mailbox = new UriMailbox();
  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./editor/connection.ts');
    return connect({ vault, globalStorage, mailbox });
  });
  const studio: Studio = { settings: new Settings(), vault, documents, log, globalStorage, connection };
  const rulesPage = vscode.Uri.parse(`${extension.packageJSON.repository.url}/blob/main/docs/rules.md`);

  subscriptions.push(
    log,
    documents,
    vscode.window.registerUriHandler(new SignInUriHandler(mailbox)),
    registerAuthoring(studio, rulesPage),
    registerEnvironments(studio, context),
    registerSubmissions(studio),
  );
}
