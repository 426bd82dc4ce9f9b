import { Disposable } from 'vscode';
import { whenDatasetOpens } from '../languages.ts';
import { LazyParts } from '../lazy-parts.ts';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { AuthoringHost } from './authoring-host.ts';

export interface AuthoringDependencies {
  /** Loads the implementation. */
  readonly load: () => Promise<typeof import('./authoring.ts')>;
  readonly studio: () => Promise<CommonStudio>;
  readonly host: () => Promise<AuthoringHost>;
  /** URL of documentation with an anchor for each rule code. */
  readonly rulesPage: string;
}

/** Registers the features for editing datasets, in Node.js and in a browser. */
export function registerAuthoring({ load, studio, host, rulesPage }: AuthoringDependencies): Disposable {
  const parts = new LazyParts();
  const checking = parts.part(async () => {
    const { Checking } = await load();
    return new Checking((await studio()).settings, await host(), rulesPage);
  });
  const workspaceValidation = parts.part(async () => {
    const { WorkspaceValidation } = await load();
    return new WorkspaceValidation(await checking());
  });
  const languageFeatures = parts.part(async () => {
    const { registerLanguageFeatures } = await load();
    return registerLanguageFeatures((await studio()).settings, await host(), checking);
  });
  return Disposable.from(
    parts,
    whenDatasetOpens(languageFeatures),
    whenDatasetOpens(checking),
    registerCommands(studio, {
      'dataset.new': async (request) => (await load()).newDataset(request),
      'dataset.validateWorkspace': async () => (await load()).validateWorkspace(await workspaceValidation()),
      'dataset.showLog': async () => (await studio()).log.show(),
      // Internal: quick fixes run it. It is not in any menu.
      '_dataset.addDataType': async (dataType, resource, target) =>
        (await load()).addDataType(dataType, resource, target),
    }),
  );
}
