import type { WorkspaceConfiguration } from 'vscode';

/**
 * What the user has set, or else the default. What a workspace or one of its folders says is not heard: it comes with
 * the files of whoever wrote them, and must neither send credentials elsewhere nor lift a protection.
 */
export function userValue(configuration: WorkspaceConfiguration, key: string): unknown {
  const setting = configuration.inspect(key);
  return setting?.globalValue ?? setting?.defaultValue;
}
