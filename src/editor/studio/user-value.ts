import type { WorkspaceConfiguration } from 'vscode';

/**
 * The value from the user settings, or the default. Workspace and folder settings are ignored: they can come from a
 * repository, which must not redirect credentials or turn off a protection.
 */
export function userValue(configuration: WorkspaceConfiguration, key: string): unknown {
  const setting = configuration.inspect(key);
  return setting?.globalValue ?? setting?.defaultValue;
}
