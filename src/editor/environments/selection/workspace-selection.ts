import type { WorkspaceConfiguration } from 'vscode';

/** An environment that the workspace selects in the user's place. */
export interface WorkspaceSelection {
  readonly name: string;
  /** The user's own choice; absent where they have made none. */
  readonly own?: string;
}

/**
 * The environment in effect, where it comes from the workspace's settings and is another than the user's own choice: a
 * repository may select an environment, but not submit to it without a question. An environment that is the only one of
 * `environments` counts as chosen.
 */
export function workspaceSelectionOf(
  configuration: Pick<WorkspaceConfiguration, 'inspect'>,
  environments: readonly { readonly name: string }[],
): WorkspaceSelection | undefined {
  const setting = configuration.inspect<unknown>('environment');
  const name = setting?.workspaceFolderValue ?? setting?.workspaceValue;
  if (typeof name !== 'string' || name === '') return undefined;
  const [only, another] = environments;
  const chosen = setting?.globalValue;
  const own = typeof chosen === 'string' && chosen !== '' ? chosen : another ? undefined : only?.name;
  if (own === name) return undefined;
  return { name, ...(own !== undefined && { own }) };
}
