import type { Disposable } from 'vscode';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { ComparisonDependencies } from './compare-with.ts';

export interface ComparisonOptions {
  /** Loads what answers. */
  readonly load: () => Promise<typeof import('./compare-with.ts')>;
  readonly studio: () => Promise<Pick<CommonStudio, 'log'>>;
  readonly documents: ReadOnlyDocuments;
  readonly createdVersions: ComparisonDependencies['createdVersions'];
}

/** **Compare with…**, also in a browser. */
export function registerComparison({
  load,
  studio,
  documents,
  createdVersions,
}: ComparisonOptions): Disposable {
  return registerCommands(studio, {
    'dataset.compareWith': async (target) =>
      (await load()).compareWith({ documents, createdVersions }, target),
  });
}
