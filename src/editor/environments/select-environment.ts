import { commands, l10n, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { Studio } from '../studio/studio.ts';
import { nameOf } from './choose-environment.ts';

interface EnvironmentPick extends QuickPickItem {
  readonly choose: () => Promise<unknown>;
}

/** Select Environment: offers all environments, the local gateway, and adding another. */
export async function selectEnvironment(
  { settings, approvals }: Pick<Studio, 'settings' | 'approvals'>,
  target?: unknown,
): Promise<void> {
  const { environments } = settings.environments();
  const select = async (name: string) => {
    await settings.selectEnvironment(name);
    await approvals.approveNamed(name);
  };
  const named = environments.find(({ name }) => name === nameOf(target));
  if (named) {
    await select(named.name);
    return;
  }
  const selected = settings.selectedEnvironment();
  const defined = environments.map(
    ({ name, service }): EnvironmentPick => ({
      label: name,
      description: service.baseUrl.href,
      iconPath: new ThemeIcon(name === selected ? 'check' : 'server-environment'),
      choose: () => select(name),
    }),
  );
  const startLocal: EnvironmentPick = {
    label: l10n.t('Start Local Gateway'),
    description: l10n.t('Try it on this machine'),
    iconPath: new ThemeIcon('debug-start'),
    choose: async () => commands.executeCommand('dataset.startLocalGateway'),
  };
  const add: EnvironmentPick = {
    label: l10n.t('Add Environment…'),
    description: l10n.t('Use your own gateway'),
    iconPath: new ThemeIcon('add'),
    choose: async () => commands.executeCommand('dataset.addEnvironment'),
  };
  const picked = await window.showQuickPick([...defined, startLocal, add], {
    title: l10n.t('Select Environment'),
    placeHolder:
      defined.length === 0
        ? l10n.t('There are no environments yet. Where do you want to create datasets?')
        : l10n.t('Where do you want to create datasets?'),
    ignoreFocusOut: true,
  });
  await picked?.choose();
}
