import { ConfigurationTarget, type Uri, type WorkspaceConfiguration, workspace } from 'vscode';
import type { ValidationOptions } from '../../dataset/document.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { type EnvironmentReading, readEnvironments } from '../../environments/environment.ts';
import {
  type WorkspaceSelection,
  workspaceSelectionOf,
} from '../environments/selection/workspace-selection.ts';
import { userValue } from './user-value.ts';

const confirmations = ['always', 'warnings', 'never'] as const;

const agentCreations = ['ask', 'never', 'allow'] as const;

/** What a submission by an agent needs. */
export type AgentCreation = (typeof agentCreations)[number];

export type Confirmation = (typeof confirmations)[number];

/** The extension's settings as the core's types; every reading is fresh, so that a change counts at once. */
export class Settings {
  environments(): EnvironmentReading {
    return readEnvironments(userValue(section(), 'environments'));
  }

  /** Name of the selected environment, if any. */
  selectedEnvironment(): string | undefined {
    return section().get<string>('environment') || undefined;
  }

  /** Where the workspace selects another environment than the user does. */
  workspaceSelection(): WorkspaceSelection | undefined {
    return workspaceSelectionOf(section(), this.environments().environments);
  }

  /** `dataset.environments` as it is written, unusable entries included. */
  environmentEntries(): readonly unknown[] {
    const setting = userValue(section(), 'environments');
    return Array.isArray(setting) ? setting : [];
  }

  /**
   * Selects where the selection was made before: a workspace's own choice stays with the workspace. Undefined takes
   * the selection away.
   */
  async selectEnvironment(name: string | undefined): Promise<void> {
    const chosen = section().inspect('environment');
    const target =
      chosen?.workspaceValue === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
    await section().update('environment', name, target);
  }

  /** Adds an entry to `dataset.environments`, or replaces the one named `replaced`; the others stay as written. */
  async saveEnvironment(
    entry: { readonly name: string } & Record<string, unknown>,
    replaced = entry.name,
  ): Promise<void> {
    const entries = this.environmentEntries();
    await this.#writeEnvironments(
      entries.some(isNamed(replaced))
        ? entries.map((other) => (isNamed(replaced)(other) ? entry : other))
        : [...entries, entry],
    );
  }

  /** Takes every entry of this name out of `dataset.environments`. */
  async removeEnvironment(name: string): Promise<void> {
    await this.#writeEnvironments(this.environmentEntries().filter((entry) => !isNamed(name)(entry)));
  }

  async #writeEnvironments(entries: readonly unknown[]): Promise<void> {
    await section().update('environments', entries, ConfigurationTarget.Global);
  }

  validation(resource: Uri): ValidationOptions {
    const configuration = section(resource);
    return {
      rules: configuration.get<RuleSettings['rules']>('rules', {}),
      dataTypes: configuration.get<string[]>('dataTypes', []),
    };
  }

  validates(resource: Uri): boolean {
    return section(resource).get('validate', true);
  }

  confirmation(): Confirmation {
    const value = userValue(section(), 'confirm');
    return confirmations.find((known) => known === value) ?? 'warnings';
  }

  agentCreation(): AgentCreation {
    const value = userValue(section(), 'agents.create');
    return agentCreations.find((known) => known === value) ?? 'ask';
  }

  /** For one request, in milliseconds. */
  timeout(): number {
    const seconds = userValue(section(), 'timeout');
    return (typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, 3600) : 60) * 1000;
  }

  /** Requests at once when creating many. */
  concurrency(): number {
    const requests = section().get<number>('concurrency', 4);
    return Number.isInteger(requests) ? Math.min(Math.max(requests, 1), 64) : 4;
  }
}

function section(resource?: Uri): WorkspaceConfiguration {
  return workspace.getConfiguration('dataset', resource);
}

/** Names are compared as they are read: without spaces around them. */
function isNamed(name: string): (entry: unknown) => boolean {
  return (entry) =>
    typeof entry === 'object' &&
    entry !== null &&
    'name' in entry &&
    typeof entry.name === 'string' &&
    entry.name.trim() === name;
}
