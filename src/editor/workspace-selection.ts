import type { WorkspaceConfiguration } from 'vscode';

/** An environment that the workspace settings select instead of the user settings. */
export interface WorkspaceSelection {
  readonly name: string;
  /** The environment that the user selected, if any. */
  readonly own?: string;
}

/**
 * The selected environment if it comes from the workspace settings and differs from the user's selection. A repository
 * can select an environment, but submitting to it requires confirmation. If `environments` has only one entry and the
 * user selected none, that entry counts as the user's selection.
 */
export function workspaceSelectionOf(
  configuration: Pick<WorkspaceConfiguration, 'inspect'>,
  environments: readonly { readonly name: string }[],
): WorkspaceSelection | undefined {
  const setting = configuration.inspect<unknown>('environment');
  const name = setting?.workspaceFolderValue ?? setting?.workspaceValue;
  if (typeof name !== 'string' || name === '') return undefined;
  const [first, second] = environments;
  const userSelection = setting?.globalValue;
  const own =
    typeof userSelection === 'string' && userSelection !== ''
      ? userSelection
      : second
        ? undefined
        : first?.name;
  if (own === name) return undefined;
  return { name, ...(own !== undefined && { own }) };
}
