import * as vscode from 'vscode';
import type { Studio } from '../../studio/studio.ts';
import { currentEnvironment } from '../current-environment.ts';
import type { SignInStates } from '../sign-in/sign-in-states.ts';
import { signInWords } from '../sign-in/sign-in-words.ts';

interface ActionPick extends vscode.QuickPickItem {
  readonly command?: string;
}

/** Manage Environment, behind the status bar's item: what can be done with the current environment, and the way to others. */
export async function manageEnvironment(
  { settings }: Pick<Studio, 'settings'>,
  states: SignInStates,
): Promise<void> {
  const environment = currentEnvironment(settings);
  if (!environment) {
    await vscode.commands.executeCommand('dataset.selectEnvironment');
    return;
  }
  const { name, service, authentication } = environment;
  const state = await states.of(environment);
  const hasKey = await states.has('subscriptionKey', environment);
  const action = (label: string, icon: string, command: string, description = ''): ActionPick => ({
    label,
    description,
    iconPath: new vscode.ThemeIcon(icon),
    command,
  });
  const signIn = action(vscode.l10n.t('Sign In'), 'sign-in', 'dataset.signIn');
  const again = action(
    vscode.l10n.t('Sign In Again'),
    'sign-in',
    'dataset.signIn',
    vscode.l10n.t('as someone else'),
  );
  const signOut = action(vscode.l10n.t('Sign Out'), 'sign-out', 'dataset.signOut', signInWords(state));
  const key = action(
    vscode.l10n.t('Set Subscription Key'),
    'key',
    'dataset.setSubscriptionKey',
    hasKey ? vscode.l10n.t('stored') : vscode.l10n.t('missing'),
  );
  const secret = action(vscode.l10n.t('Set Client Secret'), 'key', 'dataset.setClientSecret');
  const picked = await vscode.window.showQuickPick<ActionPick>(
    [
      ...(state?.state === 'signed-in' ? [signOut, again] : [signIn]),
      key,
      ...(authentication.clientAuthentication === 'none' ? [] : [secret]),
      action(vscode.l10n.t('Edit Environment'), 'edit', 'dataset.editEnvironment'),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      action(vscode.l10n.t('Select Another Environment'), 'server-environment', 'dataset.selectEnvironment'),
      action(vscode.l10n.t('Show Environments'), 'list-tree', 'dataset.environmentsView.focus'),
    ],
    {
      title: vscode.l10n.t('{0}: {1}', name, signInWords(state)),
      placeHolder: vscode.l10n.t('Datasets are created in {0}', service.baseUrl.href),
    },
  );
  if (picked?.command === undefined) return;
  const isAboutThis = !['dataset.selectEnvironment', 'dataset.environmentsView.focus'].includes(
    picked.command,
  );
  await vscode.commands.executeCommand(picked.command, ...(isAboutThis ? [name] : []));
}
