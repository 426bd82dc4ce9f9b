import type { Memento, WorkspaceConfiguration } from 'vscode';
import type { Environment, EnvironmentReading } from '../../environments/environment.ts';

const key = 'approvedEnvironments';

/**
 * The environments that the workspace selects and the user has approved for this workspace. An approval is for a name and an
 * address: another address needs another approval.
 */
export function environmentApprovals(
  settings: {
    workspaceSelection(): WorkspaceSelection | undefined;
    environments(): Pick<EnvironmentReading, 'environments'>;
  },
  workspaceState: Memento,
) {
  const approved = (): readonly unknown[] => {
    const stored = workspaceState.get<unknown>(key);
    return Array.isArray(stored) ? stored : [];
  };
  /** Remembers that the user has selected this environment for this workspace. */
  const approve = async (environment: Environment) => {
    const id = idOf(environment);
    await workspaceState.update(key, [...approved().filter((other) => other !== id), id]);
  };
  return {
    approve,
    /** The workspace's selection, if it selects this environment and the user hasn't approved that. */
    pending: (environment: Environment) => {
      const selection = settings.workspaceSelection();
      const isPending = selection?.name === environment.name && !approved().includes(idOf(environment));
      return isPending ? selection : undefined;
    },
    /** Remembers that the user has selected the environment with this name for this workspace. */
    approveNamed: async (name: string) => {
      const environment = settings.environments().environments.find((one) => one.name === name);
      if (environment) await approve(environment);
    },
  };
}

export type EnvironmentApprovals = ReturnType<typeof environmentApprovals>;

function idOf({ name, service }: Environment): string {
  return JSON.stringify([name, service.baseUrl.href]);
}

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

/**
 * The value from the user settings, or the default. Workspace and folder settings are ignored: they can come from a
 * repository, which must not redirect credentials or turn off a protection.
 */
export function userValue(configuration: WorkspaceConfiguration, key: string): unknown {
  const setting = configuration.inspect(key);
  return setting?.globalValue ?? setting?.defaultValue;
}
