import { ConfigurationTarget, Uri, type WorkspaceConfiguration, workspace } from 'vscode';

/** Where a data type can be added so that it counts for a resource: a more special list hides the others. */
export function dataTypeTargets(resource: Uri): ConfigurationTarget[] {
  const { Global, Workspace, WorkspaceFolder } = ConfigurationTarget;
  const { workspaceFolderValue, workspaceValue } = inspected(resource) ?? {};
  if (workspace.workspaceFolders === undefined) return [Global];
  if (workspaceFolderValue !== undefined && workspace.workspaceFile !== undefined) return [WorkspaceFolder];
  return workspaceValue !== undefined ? [Workspace] : [Workspace, Global];
}

/**
 * Adds a data type to the list of a target; where that has none yet, to what has counted so far. It is what
 * `_dataset.addDataType` runs with the arguments that a quick fix gives it.
 */
export async function addDataType(dataType: unknown, resource: unknown, target: unknown): Promise<void> {
  if (typeof dataType !== 'string' || !(resource instanceof Uri) || typeof target !== 'number') return;
  const values = inspected(resource);
  const { Workspace, WorkspaceFolder } = ConfigurationTarget;
  const own =
    target === WorkspaceFolder
      ? values?.workspaceFolderValue
      : target === Workspace
        ? values?.workspaceValue
        : values?.globalValue;
  const known = own ?? section(resource).get<string[]>('dataTypes', []);
  await section(resource).update('dataTypes', [...new Set([...known, dataType])], target);
}

function inspected(resource: Uri) {
  return section(resource).inspect<string[]>('dataTypes');
}

function section(resource: Uri): WorkspaceConfiguration {
  return workspace.getConfiguration('dataset', resource);
}
