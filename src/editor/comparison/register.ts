import type { Disposable } from 'vscode';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { FindCreatedVersions } from './compare-with.ts';

/** **Compare with…**, also in a browser. `load` loads what answers. */
export function registerComparison(
  load: () => Promise<typeof import('./compare-with.ts')>,
  studio: () => Promise<Pick<CommonStudio, 'log'>>,
  documents: ReadOnlyDocuments,
  createdVersions: FindCreatedVersions,
): Disposable {
  return registerCommands(studio, {
    'dataset.compareWith': async (target) => (await load()).compareWith(documents, createdVersions, target),
  });
}
