import * as vscode from 'vscode';
import type { ValidationOptions } from '../dataset/document.ts';
import type { RuleSettings } from '../dataset/rules.ts';
import { type EnvironmentReading, readEnvironments } from '../identity/environment.ts';
import { localize } from './localize.ts';

export type Confirmation = 'always' | 'warnings' | 'never';

/** The extension's settings as the core's types; every reading is fresh, so that a change counts at once. */
export class Settings {
  environments(): EnvironmentReading {
    return readEnvironments(section().get('environments'), localize);
  }

  /** Name of the selected environment, if any. */
  selectedEnvironment(): string | undefined {
    return section().get<string>('environment') || undefined;
  }

  /** Selects where the selection was made before: a workspace's own choice stays with the workspace. */
  async selectEnvironment(name: string): Promise<void> {
    const chosen = section().inspect('environment');
    const target =
      chosen?.workspaceValue === undefined
        ? vscode.ConfigurationTarget.Global
        : vscode.ConfigurationTarget.Workspace;
    await section().update('environment', name, target);
  }

  /** Adds an entry to `dataset.environments`, or replaces the one of the same name; the others stay as written. */
  async saveEnvironment(entry: { readonly name: string } & Record<string, unknown>): Promise<void> {
    const setting = section().get<unknown>('environments');
    const entries: unknown[] = Array.isArray(setting) ? setting : [];
    const isSame = (other: unknown) =>
      typeof other === 'object' && other !== null && 'name' in other && other.name === entry.name;
    const replaced = entries.map((other) => (isSame(other) ? entry : other));
    await section().update(
      'environments',
      entries.some(isSame) ? replaced : [...entries, entry],
      vscode.ConfigurationTarget.Global,
    );
  }

  validation(resource: vscode.Uri): ValidationOptions {
    const configuration = section(resource);
    return {
      rules: configuration.get<RuleSettings['rules']>('rules', {}),
      dataTypes: configuration.get<string[]>('dataTypes', []),
      localize,
    };
  }

  validates(resource: vscode.Uri): boolean {
    return section(resource).get('validate', true);
  }

  confirmation(): Confirmation {
    return section().get<Confirmation>('confirm', 'warnings');
  }

  /** For one request, in milliseconds. */
  timeout(): number {
    return section().get<number>('timeout', 60) * 1000;
  }
}

function section(resource?: vscode.Uri): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('dataset', resource);
}
