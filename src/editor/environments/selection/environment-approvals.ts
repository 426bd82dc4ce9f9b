import type { Memento } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { WorkspaceSelection } from './workspace-selection.ts';

const key = 'approvedEnvironments';

/**
 * The environments that the workspace selects and the user has approved for this workspace. An approval is for a name and an
 * address: another address needs another approval.
 */
export class EnvironmentApprovals {
  readonly #settings: Pick<Settings, 'workspaceSelection' | 'environments'>;
  readonly #workspaceState: Memento;

  constructor(settings: Pick<Settings, 'workspaceSelection' | 'environments'>, workspaceState: Memento) {
    this.#settings = settings;
    this.#workspaceState = workspaceState;
  }

  /** The workspace's selection, if it selects this environment and the user hasn't approved that. */
  pending(environment: Environment): WorkspaceSelection | undefined {
    const selection = this.#settings.workspaceSelection();
    return selection?.name === environment.name && !this.#approved().includes(idOf(environment))
      ? selection
      : undefined;
  }

  /** Remembers that the user has selected the environment with this name for this workspace. */
  async approveNamed(name: string): Promise<void> {
    const environment = this.#settings.environments().environments.find((one) => one.name === name);
    if (environment) await this.approve(environment);
  }

  /** Remembers that the user has selected this environment for this workspace. */
  async approve(environment: Environment): Promise<void> {
    const id = idOf(environment);
    await this.#workspaceState.update(key, [...this.#approved().filter((other) => other !== id), id]);
  }

  #approved(): readonly unknown[] {
    const stored = this.#workspaceState.get<unknown>(key);
    return Array.isArray(stored) ? stored : [];
  }
}

function idOf({ name, service }: Environment): string {
  return JSON.stringify([name, service.baseUrl.href]);
}
