import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../result.ts';
import { isRecord } from '../text/is-record.ts';
import { parseJson } from '../text/parse-json.ts';
import { plainText } from '../text/plain-text.ts';
import { type Environment, readEnvironments } from './environment.ts';
import { draftOf, entryOf } from './environment-draft.ts';

/** An exported file is an excerpt of settings.json, so that it can also be pasted there. */
const exportKey = 'dataset.environments';

export interface ImportedEnvironment {
  /** What to write into the settings: known properties only. */
  readonly entry: Record<string, unknown> & { readonly name: string };
  readonly environment: Environment;
  /** Whether the settings define an environment of this name: none, an identical one, or a different one. */
  readonly existing: 'none' | 'identical' | 'different';
}

export interface ImportReading {
  readonly environments: readonly ImportedEnvironment[];
  /** A sentence for the user about each entry that can't be used. */
  readonly problems: readonly string[];
}

/** The text of the file. Unknown properties are left out, as they might be secrets. */
export function exportEnvironments(entries: readonly unknown[]): string {
  const known = entries.map((entry) => entryOf(draftOf(entry)));
  return `${JSON.stringify({ [exportKey]: known }, undefined, 2)}\n`;
}

/**
 * Reads what `exportEnvironments` wrote, or an array of environments, and checks each like the setting. `defined`: the
 * setting's present value. The failure is a sentence for the user.
 */
export function readEnvironmentFile(text: string, defined: unknown): Result<ImportReading, string> {
  const value = parseJson(text.replace(/^\ufeff/, ''));
  const entries: unknown = isRecord(value) ? value[exportKey] : value;
  if (!Array.isArray(entries))
    return failure(
      l10n.t(
        'The file contains no environments. It must be JSON: an array of environments, or an object with "{key}", as Export Environments writes it.',
        { key: exportKey },
      ),
    );
  const { environments, problems } = readEnvironments(entries);
  const written = firstByName(entries);
  const existing = firstByName(Array.isArray(defined) ? defined : []);
  const imported = environments.map((environment): ImportedEnvironment => {
    const entry = entryOf(draftOf(written.get(environment.name)));
    const other = existing.get(entry.name);
    const same = JSON.stringify(entryOf(draftOf(other))) === JSON.stringify(entry);
    return { entry, environment, existing: other === undefined ? 'none' : same ? 'identical' : 'different' };
  });
  return success({ environments: imported, problems: problems.map((problem) => plainText(problem)) });
}

/** Of entries with the same name the first. */
function firstByName(entries: readonly unknown[]): ReadonlyMap<string | undefined, unknown> {
  return new Map(entries.toReversed().map((entry) => [draftOf(entry).name?.trim(), entry]));
}
