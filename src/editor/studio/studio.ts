import { type ExtensionContext, l10n, workspace } from 'vscode';
import { UriMailbox } from '../../identity/redirects/redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import type { Connection } from '../open/connect.ts';
import { nodeHost } from '../open/node-host.ts';
import { openSubmissions } from '../submissions/view/submissions-view.ts';
import { once, onFirstUse } from '../ui/lazy.ts';
import { commandButton, notify } from '../ui/notifications.ts';
import { type CommonStudio, openCommonStudio } from './common-studio.ts';
import { CredentialQuestions, secretStorageVault } from './identity-services.ts';
import type { ReadOnlyDocuments } from './read-only-documents.ts';
import type { SubmissionStore } from './submission-store.ts';
import { type EnvironmentApprovals, environmentApprovals } from './workspace-settings.ts';

/** Services that the commands of a window share. */
export interface Studio extends CommonStudio {
  readonly approvals: EnvironmentApprovals;
  readonly vault: SecretVault;
  readonly prompt: CredentialQuestions;
  /** Receives the URLs that VS Code passes to this extension. */
  readonly mailbox: UriMailbox;
  /** Loads the network code on the first call. */
  connection(): Promise<Connection>;
  /** Opens the journal on the first call. */
  submissions(): Promise<SubmissionStore>;
}

/** Creates the shared services of a window. */
export function openStudio(context: ExtensionContext, documents: ReadOnlyDocuments): Studio {
  const common = openCommonStudio(context, documents, nodeHost());
  const { globalStorageUri: globalStorage } = context;
  const vault = secretStorageVault(context.secrets);
  const prompt = new CredentialQuestions();
  const mailbox = new UriMailbox();
  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('../open/connect.ts');
    return connect(vault, globalStorage, mailbox, common.log, prompt);
  });
  const submissions = onFirstUse(context, () => openSubmissions(globalStorage, common.log));
  const approvals = environmentApprovals(common.settings, context.workspaceState);
  return { ...common, approvals, vault, prompt, mailbox, connection, submissions };
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
