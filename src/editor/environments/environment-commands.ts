import * as vscode from 'vscode';
import { parseBaseUrl } from '../../gateway/service.ts';
import { localize } from '../localize.ts';
import type { Studio } from '../studio.ts';

type EnvironmentsParts = Pick<Studio, 'settings'>;

interface EnvironmentPick extends vscode.QuickPickItem {
  readonly choose: () => Promise<unknown>;
}

/** Select Environment: the defined ones, and the ways to one more; the local gateway first for a newcomer. */
export async function selectEnvironment({ settings }: EnvironmentsParts): Promise<void> {
  const { environments } = settings.environments();
  const selected = settings.selectedEnvironment();
  const defined = environments.map(
    ({ name, service }): EnvironmentPick => ({
      label: name,
      description: service.baseUrl.href,
      iconPath: new vscode.ThemeIcon(name === selected ? 'check' : 'server-environment'),
      choose: () => settings.selectEnvironment(name),
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

/** Add Environment: asks step by step, stores the entry in the user's settings and selects it. */
export async function addEnvironment({ settings }: EnvironmentsParts): Promise<string | undefined> {
  const title = (step: number) => vscode.l10n.t('Add Environment ({0}/4)', step);
  const taken = new Set(settings.environments().environments.map(({ name }) => name));

  const name = await vscode.window.showInputBox({
    title: title(1),
    prompt: vscode.l10n.t('A name for the environment, such as staging'),
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === '') return vscode.l10n.t('Type a name.');
      return taken.has(value.trim())
        ? vscode.l10n.t('There is an environment of this name already.')
        : undefined;
    },
  });
  if (name === undefined) return undefined;

  const baseUrl = await vscode.window.showInputBox({
    title: title(2),
    prompt: vscode.l10n.t("The gateway's base address"),
    placeHolder: 'https://gateway.example/api',
    ignoreFocusOut: true,
    validateInput: (value) => {
      const parsed = parseBaseUrl(value.trim(), localize);
      return parsed.ok ? undefined : parsed.message;
    },
  });
  if (baseUrl === undefined) return undefined;

  const grant = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t('User name and password'),
        description: vscode.l10n.t("the gateway's own token endpoint"),
        grantType: 'password',
      },
      {
        label: vscode.l10n.t('Access token'),
        description: vscode.l10n.t('a token that you paste'),
        grantType: 'token',
      },
    ],
    {
      title: title(3),
      placeHolder: vscode.l10n.t('Where do access tokens come from?'),
      ignoreFocusOut: true,
    },
  );
  if (grant === undefined) return undefined;

  const clientId =
    grant.grantType === 'password'
      ? await vscode.window.showInputBox({
          title: title(4),
          prompt: vscode.l10n.t('The client application key (client_id)'),
          ignoreFocusOut: true,
          validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Type the client ID.') : undefined),
        })
      : '';
  if (clientId === undefined) return undefined;

  await settings.saveEnvironment({
    name: name.trim(),
    baseUrl: baseUrl.trim(),
    auth: { grantType: grant.grantType, ...(clientId ? { clientId: clientId.trim() } : {}) },
  });
  await settings.selectEnvironment(name.trim());
  return name.trim();
}
