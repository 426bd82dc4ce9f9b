import { Disposable, type ExtensionContext, Uri } from 'vscode';
import type { CommonStudio } from '../studio/common-studio.ts';
import { isProjectFile, whenDatasetOpens } from '../studio/languages.ts';
import { registerCommands } from '../studio/register-commands.ts';
import { openDocument } from '../studio/uris.ts';
import { onFirstUse } from '../ui/lazy.ts';

/** Registers the features for editing datasets, in Node.js and in a browser. `load` loads the implementation. */
export function registerAuthoring(
  context: ExtensionContext,
  load: () => Promise<typeof import('../authoring/authoring.ts')>,
  studio: () => Promise<CommonStudio>,
): Disposable {
  const checking = onFirstUse(context, async () => (await load()).openChecking(await studio()));
  const workspaceValidation = onFirstUse(
    context,
    async () => new (await load()).WorkspaceValidation(await checking()),
  );
  const languageFeatures = onFirstUse(context, async () =>
    (await load()).registerLanguageFeatures(await studio()),
  );
  return Disposable.from(
    whenDatasetOpens(languageFeatures),
    whenDatasetOpens(checking),
    // It checks project files.
    whenDatasetOpens(studio, isProjectFile),
    registerCommands(studio, {
      'dataset.new': async () => (await load()).newDataset(),
      'dataset.validateWorkspace': async () => (await load()).validateWorkspace(await workspaceValidation()),
      'dataset.createProjectFile': async () => {
        const { files, settings } = await studio();
        return (await load()).createProjectFile(files, settings);
      },
      'dataset.showLog': async () => (await studio()).log.show(),
      // Internal: quick fixes run it. It is not in any menu.
      '_dataset.declare': async (declaration, resource, title) =>
        (await load()).declare((await studio()).settings, declaration, resource, title),
      // Internal: the walkthrough runs it. Resolves when the problems of an open document are known.
      '_dataset.check': async (uri) => {
        const document = uri instanceof Uri && openDocument(uri);
        if (document) await (await checking()).diagnostics.checked(document);
      },
    }),
  );
}
