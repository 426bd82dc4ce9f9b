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
import { grantSettings } from '../../../environments/grant-types.ts';
import { plainText } from '../../../text/plain-text.ts';
import { activeDocumentUri } from '../../active-document.ts';
import { isDataset } from '../../languages.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { Studio } from '../../studio/studio.ts';
import { currentEnvironment, describeWorkspaceSelection } from '../selection/current-environment.ts';
import { describeSignIn, type SignInStates } from '../sign-in/sign-in-states.ts';

/**
 * The status bar item for datasets, as text or in the designer: the environment, and who is signed in. Selecting it shows the
 * available actions.
 */
export class EnvironmentStatus implements Disposable {
  readonly #settings: Settings;
  readonly #states: SignInStates;
  readonly #item: StatusBarItem;
  readonly #listeners: Disposable;
  #turn = 0;

  constructor(settings: Settings, states: SignInStates) {
    this.#settings = settings;
    this.#states = states;
    this.#item = window.createStatusBarItem('environment', StatusBarAlignment.Right, 100);
    this.#item.name = l10n.t('Dataset Environment');
    this.#item.command = 'dataset.manageEnvironment';
    const update = () => void this.#update();
    this.#listeners = Disposable.from(
      this.#item,
      window.onDidChangeActiveTextEditor(update),
      window.tabGroups.onDidChangeTabs(update),
      window.tabGroups.onDidChangeTabGroups(update),
      workspace.onDidOpenTextDocument(update),
      states.onDidChange(update),
    );
    update();
  }

  async #update(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const uri = activeDocumentUri()?.toString();
    const document = workspace.textDocuments.find((each) => each.uri.toString() === uri);
    if (document === undefined || !isDataset(document)) {
      this.#item.hide();
      return;
    }
    const environment = currentEnvironment(this.#settings);
    if (!environment) {
      const selected = this.#settings.selectedEnvironment();
      this.#item.text =
        selected === undefined
          ? `$(server-environment) ${l10n.t('No environment')}`
          : `$(warning) ${plain(plainText(selected, 60))}`;
      this.#item.tooltip =
        selected === undefined
          ? l10n.t('Select where to create datasets.')
          : l10n.t(
              'There is no environment "{0}", or it can\'t be used. Select another.',
              plainText(selected),
            );
      this.#item.show();
      return;
    }
    const state = await this.#states.of(environment);
    // An earlier update may finish later.
    if (turn !== this.#turn) return;
    const { name, service } = environment;
    const signIn = describeSignIn(state);
    const selection = this.#settings.workspaceSelection();
    this.#item.text =
      state?.state === 'signed-in'
        ? `$(account) ${plain(name)}`
        : `$(server-environment) ${plain(name)} (${plain(signIn)})`;
    this.#item.tooltip = [
      l10n.t('Datasets are created in {0}: {1}', name, service.baseUrl.href),
      l10n.t('Sign-in: {0}', signIn),
      ...(selection ? [describeWorkspaceSelection(selection)] : []),
    ].join('\n');
    this.#item.show();
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}

/** `$(…)` is an icon in the status bar. */
function plain(text: string): string {
  return text.replaceAll('$(', '$ (');
}

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
