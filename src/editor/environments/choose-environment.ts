import { commands, l10n, window } from 'vscode';
import type { Environment } from '../../environments/environment.ts';
import { notificationText } from '../notification-text.ts';
import type { Settings } from '../studio/settings.ts';
import { currentEnvironment } from './current-environment.ts';

/**
 * The environment to act on: the selected one, or the only one. Otherwise the user is led to one;
 * undefined where they turn back.
 */
export async function chooseEnvironment(settings: Settings): Promise<Environment | undefined> {
  const current = currentEnvironment(settings);
  const { environments, problems } = settings.environments();
  if (current && (problems.length === 0 || settings.selectedEnvironment() !== undefined)) return current;
  if (problems.length > 0) {
    void showEnvironmentProblems(problems);
    if (environments.length === 0) return undefined;
  }
  if (current) return current;
  await commands.executeCommand('dataset.selectEnvironment');
  const afterwards = settings.selectedEnvironment();
  return settings.environments().environments.find(({ name }) => name === afterwards);
}

/**
 * The environment that the caller names, by its name or by something that has it, such as a row of the view; otherwise
 * the one to act on.
 */
export async function environmentFor(settings: Settings, target: unknown): Promise<Environment | undefined> {
  const wanted = nameOf(target);
  const named = settings.environments().environments.find(({ name }) => name === wanted);
  return named ?? chooseEnvironment(settings);
}

export function nameOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  return typeof target === 'object' && target !== null && 'name' in target && typeof target.name === 'string'
    ? target.name
    : undefined;
}

async function showEnvironmentProblems(problems: readonly string[]): Promise<void> {
  const open = l10n.t('Open Settings');
  const choice = await window.showErrorMessage(notificationText(problems.join(' ')), open);
  if (choice === open) await openEnvironmentSettings();
}

/** Opens settings.json at `dataset.environments`. */
export async function openEnvironmentSettings(): Promise<void> {
  await commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'dataset.environments', edit: true },
  });
}
