import * as vscode from 'vscode';
import type { Studio } from '../studio.ts';
import { nameOf } from './choose-environment.ts';

interface EnvironmentPick extends vscode.QuickPickItem {
  readonly choose: () => Promise<unknown>;
}

/** Select Environment: the defined ones, and the ways to one more; the local gateway first for a newcomer. */
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
      iconPath: new vscode.ThemeIcon(name === selected ? 'check' : 'server-environment'),
      choose: () => select(name),
    }),
  );
  const startLocal: EnvironmentPick = {
    label: vscode.l10n.t('Start Local Gateway'),
    description: vscode.l10n.t('to try it out on this machine'),
    iconPath: new vscode.ThemeIcon('debug-start'),
    choose: async () => vscode.commands.executeCommand('dataset.startLocalGateway'),
  };
  const add: EnvironmentPick = {
    label: vscode.l10n.t('Add Environment…'),
    description: vscode.l10n.t('a gateway of your own'),
    iconPath: new vscode.ThemeIcon('add'),
    choose: async () => vscode.commands.executeCommand('dataset.addEnvironment'),
  };
  const picked = await vscode.window.showQuickPick([...defined, startLocal, add], {
    title: vscode.l10n.t('Select Environment'),
    placeHolder:
      defined.length === 0
        ? vscode.l10n.t('No environment is defined yet: where should datasets be created?')
        : vscode.l10n.t('Where should datasets be created?'),
    ignoreFocusOut: true,
  });
  await picked?.choose();
}
