import * as l10n from '@vscode/l10n';
import { plainText } from '../text/plain-text.ts';
import { type Environment, readEnvironments } from './environment.ts';
import { draftOf, entryOf } from './environment-draft.ts';

/** What stands in an exported file: a part of settings.json, which can be pasted there as well. */
const exportKey = 'dataset.environments';

export interface ImportedEnvironment {
  /** As it is to be written into the settings: known properties only. */
  readonly entry: Record<string, unknown> & { readonly name: string };
  readonly environment: Environment;
  /** How it stands to the one of the same name that is defined already. */
  readonly defined: 'no' | 'same' | 'other';
}

export type ImportReading =
  | {
      readonly ok: true;
      readonly environments: readonly ImportedEnvironment[];
      /** One sentence for each entry that can't be used. */
      readonly problems: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** The file's text. Properties that no environment has stay behind, so that none of them can be a secret. */
export function exportEnvironments(entries: readonly unknown[]): string {
  const known = entries.map((entry) => entryOf(draftOf(entry)));
  return `${JSON.stringify({ [exportKey]: known }, undefined, 2)}\n`;
}

/** Reads what `exportEnvironments` wrote, or a list of environments; each is checked as the setting is. */
export function readEnvironmentFile(text: string, defined: unknown): ImportReading {
  const value = parse(text);
  const entries: unknown =
    typeof value === 'object' && value !== null && exportKey in value
      ? (value as Record<string, unknown>)[exportKey]
      : value;
  if (!Array.isArray(entries))
    return {
      ok: false,
      message: l10n.t(
        'The file holds no environments. It must be JSON: an array of environments, or an object with "{key}", as Export Environments writes it.',
        { key: exportKey },
      ),
    };
  const { environments, problems } = readEnvironments(entries);
  const existing: readonly unknown[] = Array.isArray(defined) ? defined : [];
  const imported = environments.map((environment): ImportedEnvironment => {
    const written = entries.find((entry) => draftOf(entry).name?.trim() === environment.name);
    const entry = entryOf(draftOf(written));
    const other = existing.find((one) => draftOf(one).name?.trim() === entry.name);
    const same = JSON.stringify(entryOf(draftOf(other))) === JSON.stringify(entry);
    return { entry, environment, defined: other === undefined ? 'no' : same ? 'same' : 'other' };
  });
  return { ok: true, environments: imported, problems: problems.map((problem) => plainText(problem)) };
}

/** A name that is free, for one that is kept beside another of the same name. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
