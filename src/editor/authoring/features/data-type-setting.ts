import { ConfigurationTarget, l10n, Uri, type WorkspaceConfiguration, workspace } from 'vscode';
import { printable } from '../../../text/printable.ts';
import { updateSetting } from '../../host-storage.ts';
import type { Settings } from '../../studio/editor-settings.ts';

/**
 * The settings scopes where a data type can be added so that it takes effect for a resource. The value of a more
 * specific scope overrides the others, and a project file stands above the user settings.
 */
export async function dataTypeTargets(
  resource: Uri,
  settings: Pick<Settings, 'judge'>,
): Promise<ConfigurationTarget[]> {
  const { Global, Workspace, WorkspaceFolder } = ConfigurationTarget;
  const { workspaceFolderValue, workspaceValue } = inspectDataTypes(resource) ?? {};
  const { project } = await settings.judge(resource);
  const ofUser = project === undefined ? [Global] : [];
  if (workspace.workspaceFolders === undefined) return ofUser;
  if (workspaceFolderValue !== undefined && workspace.workspaceFile !== undefined) return [WorkspaceFolder];
  return workspaceValue !== undefined ? [Workspace] : [Workspace, ...ofUser];
}

/** The fixes that add a data type to the known ones, by their scopes. `title` is for people. */
export async function dataTypeFixes(
  dataType: string,
  resource: Uri,
  settings: Settings,
): Promise<{ readonly title: string; readonly target: ConfigurationTarget }[]> {
  return (await dataTypeTargets(resource, settings)).map((target) => ({
    title:
      target === ConfigurationTarget.Global
        ? l10n.t('Add "{0}" to the known data types in the user settings', printable(dataType))
        : l10n.t('Add "{0}" to the known data types in the workspace settings', printable(dataType)),
    target,
  }));
}

/**
 * Adds a data type to `dataset.dataTypes` in a scope. If the scope has no value yet, starts with the value in effect.
 * Quick fixes run it as the command `_dataset.addDataType`.
 */
export async function addDataType(dataType: unknown, resource: unknown, target: unknown): Promise<void> {
  if (typeof dataType !== 'string' || !(resource instanceof Uri) || typeof target !== 'number') return;
  const values = inspectDataTypes(resource);
  const { Workspace, WorkspaceFolder } = ConfigurationTarget;
  const scopeValue =
    target === WorkspaceFolder
      ? values?.workspaceFolderValue
      : target === Workspace
        ? values?.workspaceValue
        : values?.globalValue;
  const current = scopeValue ?? section(resource).get<string[]>('dataTypes', []);
  await updateSetting(section(resource), 'dataset.dataTypes', [...new Set([...current, dataType])], target);
}

function inspectDataTypes(resource: Uri) {
  return section(resource).inspect<string[]>('dataTypes');
}

function section(resource: Uri): WorkspaceConfiguration {
  return workspace.getConfiguration('dataset', resource);
}
