import {
  commands,
  Disposable,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeIcon,
  window,
  workspace,
} from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { grantSettings } from '../../../environments/grant-types.ts';
import type { SignInState } from '../../../identity/grants/grant-descriptor.ts';
import { plainText, withoutIcons } from '../../../text/plain-text.ts';
import { currentEnvironment, describeWorkspaceSelection } from '../../studio/current-environment.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { isDataset } from '../../studio/languages.ts';
import type { Studio } from '../../studio/studio.ts';
import { activeDocumentUri, openDocument } from '../../studio/uris.ts';
import { chooseEnvironment } from '../choose-environment.ts';
import { describeSignIn, type SignInStates } from '../sign-in/sign-in-states.ts';

/**
 * The status bar item for datasets, as text or in the designer: the environment, and who is signed in. Selecting it shows the
 * available actions.
 */
export function showEnvironmentStatus(settings: Settings, states: SignInStates): Disposable {
  const item = window.createStatusBarItem('environment', StatusBarAlignment.Right, 100);
  item.name = l10n.t('Dataset Environment');
  item.command = 'dataset.manageEnvironment';
  let turn = 0;
  const update = async () => {
    turn += 1;
    const ownTurn = turn;
    const uri = activeDocumentUri();
    const document = uri && openDocument(uri);
    if (document === undefined || !isDataset(document)) return item.hide();
    const environment = currentEnvironment(settings);
    const status = environment
      ? statusOf(environment, await states.of(environment), settings)
      : statusWithout(settings.selectedEnvironment());
    // An earlier update may finish later.
    if (ownTurn === turn) Object.assign(item, status).show();
  };
  const onChange = () => void update();
  onChange();
  return Disposable.from(
    item,
    window.onDidChangeActiveTextEditor(onChange),
    window.tabGroups.onDidChangeTabs(onChange),
    window.tabGroups.onDidChangeTabGroups(onChange),
    workspace.onDidOpenTextDocument(onChange),
    states.onDidChange(onChange),
  );
}

type Status = Pick<StatusBarItem, 'text' | 'tooltip'>;

function statusOf(environment: Environment, state: SignInState | undefined, settings: Settings): Status {
  const { name, service } = environment;
  const signIn = describeSignIn(state);
  const selection = settings.workspaceSelection();
  return {
    text:
      state?.state === 'signed-in'
        ? `$(account) ${withoutIcons(name)}`
        : `$(server-environment) ${withoutIcons(name)} (${withoutIcons(signIn)})`,
    tooltip: [
      l10n.t('Datasets are created in {0}: {1}', name, service.baseUrl.href),
      l10n.t('Sign-in: {0}', signIn),
      ...(selection ? [describeWorkspaceSelection(selection)] : []),
    ].join('\n'),
  };
}

/** `selected`: the name that no environment has, or none that can be used. */
function statusWithout(selected: string | undefined): Status {
  if (selected === undefined)
    return {
      text: `$(server-environment) ${l10n.t('No environment')}`,
      tooltip: l10n.t('Select where to create datasets.'),
    };
  const name = plainText(selected);
  return {
    text: `$(warning) ${withoutIcons(plainText(selected, 60))}`,
    tooltip: l10n.t('There is no environment "{0}", or it can\'t be used. Select another.', name),
  };
}

interface ActionPick extends QuickPickItem {
  readonly run?: () => unknown;
}

/** Manage Environment, in the palette and the status bar: offers all actions for the current environment, and other environments. */
export async function manageEnvironment(
  { settings }: Pick<Studio, 'settings'>,
  states: SignInStates,
): Promise<void> {
  const environment = currentEnvironment(settings);
  if (!environment) {
    await chooseEnvironment(settings);
    return;
  }
  const { name, service, authentication } = environment;
  const state = await states.of(environment);
  const { hasUser } = grantSettings[authentication.grantType];
  const hasKey = await states.has('subscriptionKey', environment);
  const action = (
    label: string,
    icon: string,
    command: string,
    description = '',
    args: readonly unknown[] = [name],
  ): ActionPick => ({
    label,
    description,
    iconPath: new ThemeIcon(icon),
    run: () => commands.executeCommand(command, ...args),
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
      ...(state?.state === 'signed-in' && hasUser ? [signOut, switchAccount] : [signIn]),
      action(l10n.t('Get Access Token'), 'shield', 'dataset.getToken'),
      key,
      ...(authentication.clientAuthentication === 'none' ? [] : [secret]),
      action(l10n.t('Edit Environment'), 'edit', 'dataset.editEnvironment'),
      action(l10n.t('Remove Environment'), 'trash', 'dataset.removeEnvironment'),
      { label: '', kind: QuickPickItemKind.Separator },
      action(l10n.t('Select Another Environment'), 'server-environment', 'dataset.selectEnvironment', '', []),
      action(l10n.t('Show Environments'), 'list-tree', 'dataset.environmentsView.focus', '', []),
    ],
    {
      title: l10n.t('{0}: {1}', name, describeSignIn(state)),
      placeHolder: l10n.t('Datasets are created in {0}', service.baseUrl.href),
    },
  );
  await picked?.run?.();
}
