import * as vscode from 'vscode';
import type { Environment } from '../../identity/environment.ts';
import { notificationText } from '../notification-text.ts';
import type { Settings } from '../settings.ts';

/**
 * The environment to act on: the selected one, or the only one. Otherwise the user is led to one;
 * undefined where they turn back.
 */
export async function chooseEnvironment(settings: Settings): Promise<Environment | undefined> {
  const { environments, problems } = settings.environments();
  const selected = settings.selectedEnvironment();
  const chosen = environments.find(({ name }) => name === selected);
  if (chosen) return chosen;
  if (problems.length > 0) {
    void showEnvironmentProblems(problems);
    if (environments.length === 0) return undefined;
  }
  const [only, another] = environments;
  if (only && !another && selected === undefined) return only;
  await vscode.commands.executeCommand('dataset.selectEnvironment');
  const afterwards = settings.selectedEnvironment();
  return settings.environments().environments.find(({ name }) => name === afterwards);
}

/** An environment that the caller names, or the one to act on. */
export async function environmentFor(settings: Settings, name: unknown): Promise<Environment | undefined> {
  const named = settings.environments().environments.find((environment) => environment.name === name);
  return named ?? chooseEnvironment(settings);
}

async function showEnvironmentProblems(problems: readonly string[]): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  const choice = await vscode.window.showErrorMessage(notificationText(problems.join(' ')), open);
  if (choice === open) await openEnvironmentSettings();
}

/** Opens settings.json at `dataset.environments`. */
export async function openEnvironmentSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'dataset.environments', edit: true },
  });
}
