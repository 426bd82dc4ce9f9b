import { l10n } from 'vscode';
import { showFailure } from '../ui/notifications.ts';
import { type DatasetSource, readSource, shownSource } from './dataset-source.ts';
import { targetsOf } from './targets.ts';

/** The document that a command acts on. Shows why if it can't be read, and is undefined then. */
export async function readTarget(target: unknown): Promise<DatasetSource | undefined> {
  const [uri] = (await targetsOf(target))?.uris ?? [];
  return uri && shownSource(await readSource(uri));
}

/** Nothing can be submitted to an address without an environment. */
export function showNoEnvironment(address: string): void {
  showFailure(l10n.t('No environment has the address {0}. Add one in the settings, and try again.', address));
}
