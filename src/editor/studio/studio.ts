import type { ExtensionContext, Uri } from 'vscode';
import { UriMailbox } from '../../identity/redirects/uri-redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import {
  type EnvironmentApprovals,
  environmentApprovals,
} from '../environments/selection/environment-approvals.ts';
import { secretStorageVault } from '../environments/sign-in/identity-services.ts';
import { once } from '../lazy.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { type CommonStudio, openCommonStudio } from './common-studio.ts';
import type { Connection } from './connect.ts';
import { workspaceProjectFiles } from './workspace-project-files.ts';

/** Services that the commands of a window share. */
export interface Studio extends CommonStudio {
  readonly approvals: EnvironmentApprovals;
  readonly vault: SecretVault;
  /** Receives the URLs that VS Code passes to this extension. */
  readonly mailbox: UriMailbox;
  readonly documents: ReadOnlyDocuments;
  /** The folder for files that all windows share. It may not exist yet. */
  readonly globalStorage: Uri;
  readonly extensionUri: Uri;
  /** Loads the network code on the first call. */
  connection(): Promise<Connection>;
}

/** Creates the shared services of a window. */
export function openStudio(
  {
    secrets,
    extensionUri,
    globalStorageUri: globalStorage,
    subscriptions,
    workspaceState,
  }: Pick<
    ExtensionContext,
    'secrets' | 'extensionUri' | 'globalStorageUri' | 'subscriptions' | 'workspaceState'
  >,
  documents: ReadOnlyDocuments,
): Studio {
  const common = openCommonStudio({ subscriptions }, (document) =>
    document.scheme === 'file' ? diskProjectFiles : workspaceProjectFiles(document),
  );
  const vault = secretStorageVault(secrets);
  const mailbox = new UriMailbox();
  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./connect.ts');
    return connect({ vault, globalStorage, mailbox, log: common.log });
  });
  const approvals = environmentApprovals(common.settings, workspaceState);
  return { ...common, documents, approvals, vault, mailbox, globalStorage, extensionUri, connection };
}
