import type { Disposable } from 'vscode';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { FindCreatedVersions } from './compare-with.ts';

/** **Compare with…**, also in a browser. `load` loads what answers. */
export function registerComparison(
  load: () => Promise<typeof import('./compare-with.ts')>,
  studio: () => Promise<CommonStudio>,
  createdVersions: FindCreatedVersions,
): Disposable {
  return registerCommands(studio, {
    'dataset.compareWith': async (target) =>
      (await load()).compareWith((await studio()).documents, createdVersions, target),
  });
}
