import { l10n, type Uri, workspace } from 'vscode';
import { plainText } from '../../../text/plain-text.ts';

/** Why a file isn't looked at, and what says so. */
const reasons = {
  excluded: (names: string) => l10n.t('Excluded by a project file: {0}.', names),
  others: (names: string) => l10n.t('Without a dataset file: {0}.', names),
  broken: (names: string) => l10n.t('Not checked, because a project file has errors: {0}.', names),
  off: (names: string) => l10n.t('Not checked, because dataset.validate is off: {0}.', names),
};

/** Files and folders that a command skips. */
export type SkippedFiles = Readonly<Partial<Record<keyof typeof reasons, readonly Uri[]>>>;

/** Further files are only counted. */
const maxNames = 8;

/** A sentence for each reason, with the paths of the files. */
export function describeSkippedFiles(skipped: SkippedFiles): string[] {
  return Object.entries(reasons).flatMap(([reason, describe]) => {
    const uris = skipped[reason as keyof SkippedFiles] ?? [];
    return uris.length === 0 ? [] : [describe(namesOf(uris))];
  });
}

function namesOf(uris: readonly Uri[]): string {
  return firstOf(uris.map((uri) => plainText(workspace.asRelativePath(uri))));
}

/** The first of many names, and how many more there are. */
export function firstOf(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return [...names.slice(0, maxNames), ...(rest > 0 ? [l10n.t('… and {0} more', rest)] : [])].join(', ');
}
