import { Disposable, type ExtensionContext } from 'vscode';
import type { CommonStudio } from '../studio/common-studio.ts';
import { whenDatasetOpens } from '../studio/languages.ts';
import { commandsOf, registerCommands } from '../studio/register-commands.ts';
import { onFirstUse } from '../ui/lazy.ts';

/** Datasets, tables and columns from data files, in Node.js and in a browser. `load` loads what answers. */
export function registerFromData(
  context: ExtensionContext,
  load: () => Promise<typeof import('../from-data/from-data.ts')>,
  studio: () => Promise<CommonStudio>,
): Disposable {
  const dataEditing = onFirstUse(context, async () => (await load()).registerDataEditing(await studio()));
  const checks = onFirstUse(context, async () => new (await load()).DataChecks(await studio()));
  const on = commandsOf(load, studio);
  return Disposable.from(
    whenDatasetOpens(dataEditing),
    registerCommands(studio, {
      'dataset.newFromData': on(({ newFromData }) => newFromData),
      'dataset.updateFromData': on(({ updateFromData }) => updateFromData),
      'dataset.checkData': async (target, request) =>
        (await load()).checkDataFile(await checks(), (await studio()).settings, target, request),
      'dataset.clearDataProblems': async () => (await checks()).clear(),
      // Internal: the problems of data files offer them.
      '_dataset.checkDataAgain': async (file) => (await checks()).checkAgain(file),
      '_dataset.readDataAgain': async (file) => (await checks()).chooseOptions(file),
    }),
  );
}
