import type { Memento } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { Settings } from '../../studio/editor-settings.ts';

const key = 'approvedEnvironments';

/**
 * The environments that the workspace selects and the user has approved for this workspace. An approval is for a name and an
 * address: another address needs another approval.
 */
export function environmentApprovals(
  settings: Pick<Settings, 'workspaceSelection' | 'environments'>,
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
