import { config } from '@vscode/l10n';
import { type ExtensionContext, type LogOutputChannel, l10n, type Uri, window } from 'vscode';
import { UriMailbox } from '../../identity/redirects/uri-redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { EnvironmentApprovals } from '../environments/selection/environment-approvals.ts';
import { SecretStorageVault } from '../environments/sign-in/secret-storage-vault.ts';
import { once } from '../once.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import type { Connection } from './connection.ts';
import { Settings } from './settings.ts';

/** What the commands share; each takes what it needs of it. */
export interface Studio {
  readonly settings: Settings;
  readonly approvals: EnvironmentApprovals;
  readonly vault: SecretVault;
  /** Receives the URLs that VS Code hands to this extension. */
  readonly mailbox: UriMailbox;
  readonly documents: ReadOnlyDocuments;
  readonly log: LogOutputChannel;
  /** The folder for files of ours that all windows share; it may not be there yet. */
  readonly globalStorage: Uri;
  /** Loaded when a command first needs the network. */
  connection(): Promise<Connection>;
}

/** What is shared, for as long as the window lives. */
export function openStudio(
  {
    secrets,
    globalStorageUri: globalStorage,
    subscriptions,
    workspaceState,
  }: Pick<ExtensionContext, 'secrets' | 'globalStorageUri' | 'subscriptions' | 'workspaceState'>,
  documents: ReadOnlyDocuments,
): Studio {
  // The core's messages, in VS Code's display language.
  if (l10n.bundle) config({ contents: l10n.bundle });
  const log = window.createOutputChannel('Dataset Studio', { log: true });
  subscriptions.push(log);
  const vault = new SecretStorageVault(secrets);
  const mailbox = new UriMailbox();
  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./connection.ts');
    return connect({ vault, globalStorage, mailbox, log });
  });
  const settings = new Settings();
  const approvals = new EnvironmentApprovals(settings, workspaceState);
  return { log, documents, settings, approvals, vault, mailbox, globalStorage, connection };
}
