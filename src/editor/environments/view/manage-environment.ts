import { commands, l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { grantSettings } from '../../../environments/grant-types.ts';
import type { Studio } from '../../studio/studio.ts';
import { currentEnvironment } from '../current-environment.ts';
import { describeSignIn } from '../sign-in/describe-sign-in.ts';
import type { SignInStates } from '../sign-in/sign-in-states.ts';

interface ActionPick extends QuickPickItem {
  readonly command?: string;
}

/** Manage Environment, the command of the status bar item: offers the actions for the current environment, and other environments. */
export async function manageEnvironment(
  { settings }: Pick<Studio, 'settings'>,
  states: SignInStates,
): Promise<void> {
  const environment = currentEnvironment(settings);
  if (!environment) {
    await commands.executeCommand('dataset.selectEnvironment');
    return;
  }
  const { name, service, authentication } = environment;
  const state = await states.of(environment);
  const { hasUser } = grantSettings[authentication.grantType];
  const hasKey = await states.has('subscriptionKey', environment);
  const action = (label: string, icon: string, command: string, description = ''): ActionPick => ({
    label,
    description,
    iconPath: new ThemeIcon(icon),
    command,
  });
  const signIn = action(l10n.t('Sign In'), 'sign-in', 'dataset.signIn');
  const switchAccount = action(l10n.t('Switch Account'), 'account', 'dataset.switchAccount');
  const signOut = action(l10n.t('Sign Out'), 'sign-out', 'dataset.signOut', describeSignIn(state));
  const key = action(
    l10n.t('Set Subscription Key'),
    'key',
    'dataset.setSubscriptionKey',
    hasKey ? l10n.t('stored') : l10n.t('not set'),
  );
  const secret = action(l10n.t('Set Client Secret'), 'key', 'dataset.setClientSecret');
  const picked = await window.showQuickPick<ActionPick>(
    [
      ...(state?.state === 'signed-in' ? (hasUser ? [signOut, switchAccount] : [signIn]) : [signIn]),
      key,
      ...(authentication.clientAuthentication === 'none' ? [] : [secret]),
      action(l10n.t('Edit Environment'), 'edit', 'dataset.editEnvironment'),
      { label: '', kind: QuickPickItemKind.Separator },
      action(l10n.t('Select Another Environment'), 'server-environment', 'dataset.selectEnvironment'),
      action(l10n.t('Show Environments'), 'list-tree', 'dataset.environmentsView.focus'),
    ],
    {
      title: l10n.t('{0}: {1}', name, describeSignIn(state)),
      placeHolder: l10n.t('Datasets are created in {0}', service.baseUrl.href),
    },
  );
  if (picked?.command === undefined) return;
  const isForThisEnvironment = !['dataset.selectEnvironment', 'dataset.environmentsView.focus'].includes(
    picked.command,
  );
  await commands.executeCommand(picked.command, ...(isForThisEnvironment ? [name] : []));
}
