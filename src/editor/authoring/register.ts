import { Disposable } from 'vscode';
import { whenDatasetOpens } from '../languages.ts';
import { LazyParts } from '../lazy-parts.ts';
import type { LoadMain } from '../load-main.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';

/** Writing a dataset: problems and their fixes, completion, outline, lenses. `rulesPage` explains each rule under its code. */
export function registerAuthoring(
  main: LoadMain,
  studio: () => Promise<Studio>,
  rulesPage: string,
): Disposable {
  const parts = new LazyParts();
  const checking = parts.part(async () => {
    const { Checking } = await main();
    return new Checking((await studio()).settings, rulesPage);
  });
  const workspaceValidation = parts.part(async () => {
    const { WorkspaceValidation } = await main();
    return new WorkspaceValidation(await checking());
  });
  const languageFeatures = parts.part(async () => {
    const { registerLanguageFeatures } = await main();
    return registerLanguageFeatures((await studio()).settings, checking);
  });
  return Disposable.from(
    parts,
    whenDatasetOpens(languageFeatures),
    whenDatasetOpens(checking),
    registerCommands(studio, {
      'dataset.new': async (request) => (await main()).newDataset(request),
      'dataset.validateWorkspace': async () => (await main()).validateWorkspace(await workspaceValidation()),
      // What a quick fix runs; in no menu.
      '_dataset.addDataType': async (dataType, resource, target) =>
        (await main()).addDataType(dataType, resource, target),
    }),
  );
}
