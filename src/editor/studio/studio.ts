import type { ExtensionContext, Uri } from 'vscode';
import { UriMailbox } from '../../identity/redirects/uri-redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { EnvironmentApprovals } from '../environments/selection/environment-approvals.ts';
import { SecretStorageVault } from '../environments/sign-in/secret-storage-vault.ts';
import { once } from '../once.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { type CommonStudio, openCommonStudio } from './common-studio.ts';
import type { Connection } from './connection.ts';

/** What the commands share; each takes what it needs of it. */
export interface Studio extends CommonStudio {
  readonly approvals: EnvironmentApprovals;
  readonly vault: SecretVault;
  /** Receives the URLs that VS Code hands to this extension. */
  readonly mailbox: UriMailbox;
  readonly documents: ReadOnlyDocuments;
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
  const common = openCommonStudio({ subscriptions });
  const vault = new SecretStorageVault(secrets);
  const mailbox = new UriMailbox();
  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./connection.ts');
    return connect({ vault, globalStorage, mailbox, log: common.log });
  });
  const approvals = new EnvironmentApprovals(common.settings, workspaceState);
  return { ...common, documents, approvals, vault, mailbox, globalStorage, connection };
}
