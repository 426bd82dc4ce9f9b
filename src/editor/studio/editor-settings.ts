import { ConfigurationTarget, type Uri, type WorkspaceConfiguration, workspace } from 'vscode';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { type EnvironmentReading, readEnvironments } from '../../environments/environment.ts';
import { isRecord } from '../../is-record.ts';
import type { Judgement } from '../../project/projects.ts';
import type { EditorProjects } from './editor-projects.ts';
import { updateSetting } from './host-storage.ts';
import { isInWorkspace } from './uris.ts';
import { userValue, type WorkspaceSelection, workspaceSelectionOf } from './workspace-settings.ts';

const confirmations = ['always', 'warnings', 'never'] as const;

/** What a submission by an agent needs. */
const agentCreations = ['ask', 'never', 'allow'] as const;

/** The extension's settings as types of the core. Nothing is cached, so changes take effect immediately. */
export class Settings {
  readonly projects: EditorProjects;
  /** The data type for fractions that the user chose for a dataset outside of the workspace, for this window. */
  chosenDecimalType: string | undefined;

  constructor(projects: EditorProjects) {
    this.projects = projects;
  }

  environments(): EnvironmentReading {
    return readEnvironments(userValue(section(), 'environments'));
  }

  /** Name of the selected environment, if any. */
  selectedEnvironment(): string | undefined {
    return section().get<string>('environment') || undefined;
  }

  /** The environment that the workspace selects, if it differs from the user's selection. */
  workspaceSelection(): WorkspaceSelection | undefined {
    return workspaceSelectionOf(section(), this.environments().environments);
  }

  /** The raw value of `dataset.environments`, including invalid entries. */
  environmentEntries(): readonly unknown[] {
    const setting = userValue(section(), 'environments');
    return Array.isArray(setting) ? setting : [];
  }

  /**
   * Updates `dataset.environment` in the workspace settings if it is set there, otherwise in the user settings.
   * Undefined removes the selection.
   */
  async selectEnvironment(name: string | undefined): Promise<void> {
    const setting = section().inspect('environment');
    const target =
      setting?.workspaceValue === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
    await updateSetting(section(), 'dataset.environment', name, target);
  }

  /** Adds an entry to `dataset.environments`, or replaces the entries named `replaced`. Other entries don't change. */
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

  /** Removes all entries with this name from `dataset.environments`. */
  async removeEnvironment(name: string): Promise<void> {
    await this.#writeEnvironments(this.environmentEntries().filter((entry) => !isNamed(name)(entry)));
  }

  async #writeEnvironments(entries: readonly unknown[]): Promise<void> {
    await updateSetting(section(), 'dataset.environments', entries, ConfigurationTarget.Global);
  }

  /** How a document is judged: by its project, or else with the data types that the user knows. */
  async judge(resource: Uri): Promise<Judgement> {
    const judgement = await this.projects.judge(resource);
    if (judgement.project !== undefined) return judgement;
    const chosen = isInWorkspace(resource) ? undefined : this.chosenDecimalType;
    const known = [userValue(section(), 'dataTypes'), chosen].flat();
    const dataTypes = known.filter((each) => typeof each === 'string');
    return { ...judgement, settings: { ...judgement.settings, dataTypes } };
  }

  /** The URI of a new project file for a document that has none. Undefined if no project file can apply to it. */
  newProjectFile(resource: Uri): Promise<Uri | undefined> {
    return this.projects.newProjectFile(resource);
  }

  /** What the project file says of a data file. */
  dataEntry(file: Uri): ReturnType<EditorProjects['dataEntry']> {
    return this.projects.dataEntry(file);
  }

  /** The rules for a document that the user works on, whatever its project says of it. */
  async validation(resource: Uri): Promise<RuleSettings> {
    return (await this.judge(resource)).settings;
  }

  isValidationEnabled(resource: Uri): boolean {
    return section(resource).get('validate', true);
  }

  confirmation() {
    const value = userValue(section(), 'confirm');
    return confirmations.find((known) => known === value) ?? 'warnings';
  }

  agentCreation() {
    const value = userValue(section(), 'agents.create');
    return agentCreations.find((known) => known === value) ?? 'ask';
  }

  /** For one request, in milliseconds. */
  timeout(): number {
    const seconds = userValue(section(), 'timeout');
    return (typeof seconds === 'number' && seconds > 0 ? Math.min(seconds, 3600) : 60) * 1000;
  }

  /** The maximum number of concurrent requests in a batch. */
  concurrency(): number {
    const requests = section().get<number>('concurrency', 4);
    return Number.isInteger(requests) ? Math.min(Math.max(requests, 1), 64) : 4;
  }
}

function section(resource?: Uri): WorkspaceConfiguration {
  return workspace.getConfiguration('dataset', resource);
}

/** Ignores spaces around the name in the settings, as `readEnvironments` does. */
function isNamed(name: string): (entry: unknown) => boolean {
  return (entry) => isRecord(entry) && typeof entry.name === 'string' && entry.name.trim() === name;
}
