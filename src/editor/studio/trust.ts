import { commands, l10n, workspace } from 'vscode';
import { notify } from '../notifications.ts';

/** What sends data or uses credentials, and so needs a trusted workspace. */
export type TrustedAction =
  | 'create-dataset'
  | 'use-local-gateway'
  | 'remove-environment'
  | 'set-subscription-key'
  | 'set-client-secret'
  | 'forget-credentials'
  | 'sign-in'
  | 'sign-out'
  | 'get-access-token';

/** True in a trusted workspace; otherwise says that the action is disabled, and how to enable it. */
export async function isTrustedFor(action: TrustedAction): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const choice = await notify('warning', describeRestriction(action), {
    buttons: { manage: l10n.t('Manage Workspace Trust') },
  });
  if (choice === 'manage') await commands.executeCommand('workbench.trust.manage');
  return false;
}

function describeRestriction(action: TrustedAction): string {
  switch (action) {
    case 'create-dataset':
      return l10n.t('Creating datasets is disabled in Restricted Mode. Trust the workspace to enable it.');
    case 'use-local-gateway':
      return l10n.t('The local gateway is disabled in Restricted Mode. Trust the workspace to enable it.');
    case 'remove-environment':
      return l10n.t(
        'Removing environments is disabled in Restricted Mode. Trust the workspace to enable it.',
      );
    case 'set-subscription-key':
      return l10n.t(
        'Setting a subscription key is disabled in Restricted Mode. Trust the workspace to enable it.',
      );
    case 'set-client-secret':
      return l10n.t(
        'Setting a client secret is disabled in Restricted Mode. Trust the workspace to enable it.',
      );
    case 'forget-credentials':
      return l10n.t(
        'Forgetting credentials is disabled in Restricted Mode. Trust the workspace to enable it.',
      );
    case 'sign-in':
      return l10n.t('Signing in is disabled in Restricted Mode. Trust the workspace to enable it.');
    case 'sign-out':
      return l10n.t('Signing out is disabled in Restricted Mode. Trust the workspace to enable it.');
    case 'get-access-token':
      return l10n.t(
        'Getting an access token is disabled in Restricted Mode. Trust the workspace to enable it.',
      );
  }
}
