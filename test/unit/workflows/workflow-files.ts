import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The workflows and actions of this repository, as paths. */
export const workflowFiles: readonly string[] = [
  'action.yml',
  ...globSync(['.github/workflows/*.yml', '.github/actions/*/action.yml']),
].map((path) => path.replaceAll('\\', '/'));

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: unknown;
}

export interface Job {
  readonly 'runs-on': string;
  readonly 'continue-on-error'?: unknown;
  readonly environment?: string;
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export function readWorkflow(name: string): Workflow {
  return parse(readFileSync(`.github/workflows/${name}`, 'utf8'));
}
