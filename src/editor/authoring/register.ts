import { Disposable, type Disposable } from 'vscode';
import { whenDatasetOpens } from '../languages.ts';
import { LazyParts } from '../lazy-parts.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';

/** Writing a dataset: problems and their fixes, completion, outline, lenses. `rulesPage` explains each rule under its code. */
export function registerAuthoring(studio: () => Promise<Studio>, rulesPage: string): Disposable {
  const parts = new LazyParts();
  const checking = parts.part(async () => {
    const { Checking } = await import('./checking/checking.ts');
    return new Checking((await studio()).settings, rulesPage);
  });
  const workspaceValidation = parts.part(async () => {
    const { WorkspaceValidation } = await import('./workspace/workspace-validation.ts');
    return new WorkspaceValidation(await checking());
  });
  const languageFeatures = parts.part(async () => {
    const { registerLanguageFeatures } = await import('./features/language-features.ts');
    return registerLanguageFeatures((await studio()).settings, checking);
  });
  return Disposable.from(
    parts,
    whenDatasetOpens(languageFeatures),
    whenDatasetOpens(checking),
    registerCommands(studio, {
      'dataset.new': async (request) => (await import('./features/new-dataset.ts')).newDataset(request),
      'dataset.validateWorkspace': async () =>
        (await import('./workspace/validate-workspace.ts')).validateWorkspace(await workspaceValidation()),
      // What a quick fix runs; in no menu.
      '_dataset.addDataType': async (dataType, resource, target) =>
        (await import('./features/data-type-setting.ts')).addDataType(dataType, resource, target),
    }),
  );
}
