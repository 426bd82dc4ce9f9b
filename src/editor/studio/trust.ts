import { commands, l10n, window, workspace } from 'vscode';
import { notificationText } from '../notification-text.ts';

/** True in a trusted workspace; otherwise says why `action` (a sentence's subject) is off, and how to turn it on. */
export async function isTrustedFor(action: string): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const manage = l10n.t('Manage Workspace Trust');
  const choice = await window.showWarningMessage(
    notificationText(
      l10n.t(
        '{0} is off in Restricted Mode, because it sends data or uses credentials and this folder is not trusted. Trust the workspace to turn it on.',
        action,
      ),
    ),
    manage,
  );
  if (choice === manage) await commands.executeCommand('workbench.trust.manage');
  return false;
}
