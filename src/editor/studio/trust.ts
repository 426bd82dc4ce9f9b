import { commands, l10n, window, workspace } from 'vscode';
import { notificationText } from '../notification-text.ts';

/**
 * Returns whether the workspace is trusted. If not, shows a warning that `action` (a localized subject, such as
 * "Signing in") is disabled, with a button to manage workspace trust.
 */
export async function isTrustedFor(action: string): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const manage = l10n.t('Manage Workspace Trust');
  const choice = await window.showWarningMessage(
    notificationText(
      l10n.t(
        '{0} is disabled in Restricted Mode because it sends data or uses credentials. Trust the workspace to enable it.',
        action,
      ),
    ),
    manage,
  );
  if (choice === manage) await commands.executeCommand('workbench.trust.manage');
  return false;
}
