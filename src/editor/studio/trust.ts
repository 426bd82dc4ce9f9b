import { commands, l10n, workspace } from 'vscode';
import { notify } from '../notifications.ts';

/** True in a trusted workspace; otherwise says why `action` (the subject of a sentence) is disabled, and how to enable it. */
export async function isTrustedFor(action: string): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const choice = await notify(
    'warning',
    l10n.t(
      '{0} is disabled in Restricted Mode, because it sends data or uses credentials and this folder is not trusted. Trust the workspace to enable it.',
      action,
    ),
    { buttons: { manage: l10n.t('Manage Workspace Trust') } },
  );
  if (choice === 'manage') await commands.executeCommand('workbench.trust.manage');
  return false;
}
