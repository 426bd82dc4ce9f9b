import { l10n, workspace } from 'vscode';
import type { HttpClient } from '../../gateway/http.ts';
import type { UriMailbox } from '../../identity/redirects/redirect.ts';
import type { SecretVault } from '../../identity/secrets/secret-vault.ts';
import type { TokenSource } from '../../identity/token-source.ts';
import { commandButton, notify } from '../ui/notifications.ts';
import type { CommonStudio } from './common-studio.ts';
import type { CredentialQuestions } from './identity-services.ts';
import type { SubmissionStore } from './submission-store.ts';
import type { EnvironmentApprovals } from './workspace-settings.ts';

export interface Connection {
  readonly http: HttpClient;
  readonly tokens: TokenSource;
}

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
