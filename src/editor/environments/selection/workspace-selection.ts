import type { WorkspaceConfiguration } from 'vscode';

/** An environment that the workspace selects instead of the user. */
export interface WorkspaceSelection {
  readonly name: string;
  /** The user's own selection; absent if there is none. */
  readonly own?: string;
}

/**
 * The selected environment, if the workspace's settings select it and the user's own settings select another: a repository may
 * select an environment, but the user is asked before anything is sent to it. The only one of `environments` counts as the
 * user's own selection.
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
