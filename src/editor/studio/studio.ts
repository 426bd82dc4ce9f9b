import { type ExtensionContext, l10n, type Uri, workspace } from 'vscode';
import { UriMailbox } from '../../identity/redirects/redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import {
  type EnvironmentApprovals,
  environmentApprovals,
} from '../environments/selection/workspace-settings.ts';
import { secretStorageVault } from '../environments/sign-in/identity-services.ts';
import { once } from '../lazy.ts';
import { commandButton, notify } from '../notifications.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import type { SubmissionStore } from '../submissions/view/submission-store.ts';
import { openSubmissions } from '../submissions/view/submissions-view.ts';
import { type CommonStudio, openCommonStudio, workspaceProjectFiles } from './common-studio.ts';
import type { Connection } from './connect.ts';

/** Services that the commands of a window share. */
export interface Studio extends CommonStudio {
  readonly approvals: EnvironmentApprovals;
  readonly vault: SecretVault;
  /** Receives the URLs that VS Code passes to this extension. */
  readonly mailbox: UriMailbox;
  /** The folder for files that all windows share. It may not exist yet. */
  readonly globalStorage: Uri;
  readonly extensionUri: Uri;
  /** Loads the network code on the first call. */
  connection(): Promise<Connection>;
  /** Opens the journal on the first call. */
  submissions(): Promise<SubmissionStore>;
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
  const common = openCommonStudio({ subscriptions }, documents, (document) =>
    document.scheme === 'file' ? diskProjectFiles : workspaceProjectFiles(document),
  );
  const vault = secretStorageVault(secrets);
  const mailbox = new UriMailbox();
  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./connect.ts');
    return connect({ vault, globalStorage, mailbox, log: common.log });
  });
  const submissions = once(async () => {
    const store = await openSubmissions(globalStorage, common.log);
    subscriptions.push(store);
    return store;
  });
  const approvals = environmentApprovals(common.settings, workspaceState);
  const ofWindow = { approvals, vault, mailbox, globalStorage, extensionUri };
  return { ...common, ...ofWindow, connection, submissions };
}

/**
 * Whether data may be sent, and credentials used: in a trusted workspace. Otherwise says that the command is disabled, and how to
 * enable it.
 */
export async function isTrustedWorkspace(): Promise<boolean> {
  if (workspace.isTrusted) return true;
  await notify(
    'warning',
    l10n.t('This command is disabled in Restricted Mode. Trust the workspace to enable it.'),
    commandButton(l10n.t('Manage Workspace Trust'), 'workbench.trust.manage'),
  );
  return false;
}
