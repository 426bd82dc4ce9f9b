import type { ExtensionContext, Uri } from 'vscode';
import { UriMailbox } from '../../identity/redirects/uri-redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { EnvironmentApprovals } from '../environments/selection/environment-approvals.ts';
import { SecretStorageVault } from '../environments/sign-in/identity-services.ts';
import { once } from '../lazy.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { type CommonStudio, openCommonStudio } from './common-studio.ts';
import type { Connection } from './connect.ts';

/** Services that the commands of a window share. */
export interface Studio extends CommonStudio {
  readonly approvals: EnvironmentApprovals;
  readonly vault: SecretVault;
  /** Receives the URLs that VS Code passes to this extension. */
  readonly mailbox: UriMailbox;
  readonly documents: ReadOnlyDocuments;
  /** The folder for files that all windows share. It may not exist yet. */
  readonly globalStorage: Uri;
  /** Loads the network code on the first call. */
  connection(): Promise<Connection>;
}

/** Creates the shared services of a window. */
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
    const { connect } = await import('./connect.ts');
    return connect({ vault, globalStorage, mailbox, log: common.log });
  });
  const approvals = new EnvironmentApprovals(common.settings, workspaceState);
  return { ...common, documents, approvals, vault, mailbox, globalStorage, connection };
}
