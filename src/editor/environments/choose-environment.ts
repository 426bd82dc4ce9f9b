import { commands, l10n, type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { Environment } from '../../environments/environment.ts';
import { isRecord } from '../../is-record.ts';
import { plainText } from '../../text/plain-text.ts';
import { currentEnvironment } from '../studio/current-environment.ts';
import type { Settings } from '../studio/editor-settings.ts';
import type { Studio } from '../studio/studio.ts';
import { notify, showFailure } from '../ui/notifications.ts';

/** The selected environment, or the only one; otherwise asks the user, and is undefined if they cancel. */
export async function chooseEnvironment(settings: Settings): Promise<Environment | undefined> {
  const current = currentEnvironment(settings);
  const { environments, problems } = settings.environments();
  if (current && (problems.length === 0 || settings.selectedEnvironment() !== undefined)) return current;
  if (problems.length > 0) {
    const open = { title: l10n.t('Open Settings'), run: openEnvironmentSettings };
    void notify('error', problems.join(' '), open);
    if (environments.length === 0) return undefined;
  }
  if (current) return current;
  await commands.executeCommand('dataset.selectEnvironment');
  const afterwards = settings.selectedEnvironment();
  return settings.environments().environments.find(({ name }) => name === afterwards);
}

/**
 * The environment that a command is called with: its name, or a row of the view, which unlike a launch configuration has a kind. Null without an
 * argument. Undefined, after a message, if there is none of this name: no other one replaces it.
 */
export function passedEnvironment(settings: Settings, target: unknown): Environment | null | undefined {
  if (target === undefined || target === null) return null;
  const wanted = nameOf(target);
  const found = settings.environments().environments.find(({ name }) => name === wanted);
  if (found === undefined) showFailure(describeUnknownEnvironment(wanted));
  return found;
}

/** The environment that a command is called with, otherwise as above. */
export async function environmentFor(settings: Settings, target: unknown): Promise<Environment | undefined> {
  const passed = passedEnvironment(settings, target);
  return passed === null ? chooseEnvironment(settings) : passed;
}

/** `name`: undefined if an argument is none. */
export function describeUnknownEnvironment(name: string | undefined): string {
  return name === undefined
    ? l10n.t('The command was called with something else than the name of an environment.')
    : l10n.t('There is no environment "{0}".', plainText(name, 100));
}

function nameOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  return isRecord(target) && 'kind' in target && typeof target.name === 'string' ? target.name : undefined;
}

/** Opens settings.json at `dataset.environments`. */
export async function openEnvironmentSettings(): Promise<void> {
  await commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'dataset.environments', edit: true },
  });
}

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
  const passed = passedEnvironment(settings, target);
  if (passed !== null) return passed && (await select(passed.name));
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
