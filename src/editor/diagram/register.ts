import type { Disposable } from 'vscode';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';

/** Diagrams of a dataset: as a file, or in the clipboard. `load` loads what answers. */
export function registerDiagram(
  load: () => Promise<typeof import('./diagram-commands.ts')>,
  studio: () => Promise<Pick<CommonStudio, 'log'>>,
): Disposable {
  return registerCommands(studio, {
    'dataset.exportDiagram': async (target) => (await load()).exportDiagram(target),
  });
}
