import { commands, l10n, workspace } from 'vscode';
import { notify } from '../notifications.ts';

/**
 * Whether data may be sent, and credentials used: in a trusted workspace. Otherwise says that the command is disabled, and how to
 * enable it.
 */
export async function isTrustedWorkspace(): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const choice = await notify(
    'warning',
    l10n.t('This command is disabled in Restricted Mode. Trust the workspace to enable it.'),
    { buttons: { manage: l10n.t('Manage Workspace Trust') } },
  );
  if (choice === 'manage') await commands.executeCommand('workbench.trust.manage');
  return false;
}
