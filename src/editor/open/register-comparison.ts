import { Disposable, EventEmitter, type ExtensionContext, languages, Uri } from 'vscode';
import { languages as datasetLanguages } from '../studio/languages.ts';
import { registerCommands } from '../studio/register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import { onFirstUse } from '../ui/lazy.ts';
import type { LoadMain } from './editor-main.ts';

/**
 * **Compare with…**, the lens that counts the changes since a dataset was created, the list that it opens, and the hover that says
 * where the dataset is.
 */
export function registerComparison(
  context: ExtensionContext,
  main: LoadMain,
  studio: () => Promise<Studio>,
): Disposable {
  const submissions = async () => (await studio()).submissions();
  const changed = new EventEmitter<void>();
  const lens = onFirstUse(context, async () => {
    const { changesLens, currentEnvironment } = await main();
    const { settings } = await studio();
    const store = await submissions();
    const listener = store.onDidChange(() => changed.fire());
    const provider = changesLens(store, () => currentEnvironment(settings));
    return { ...provider, dispose: () => listener.dispose() };
  });
  const branchChanged = new EventEmitter<void>();
  const branchLens = onFirstUse(context, async () => {
    const created = new (await main()).BranchLens();
    created.onDidChangeCodeLenses(() => branchChanged.fire());
    return created;
  });
  return Disposable.from(
    changed,
    branchChanged,
    languages.registerCodeLensProvider([...datasetLanguages.keys()], {
      onDidChangeCodeLenses: branchChanged.event,
      provideCodeLenses: async (document) => (await branchLens()).provideCodeLenses(document),
    }),
    // VS Code shows the lenses of the last provider first. This one is registered before the provider of *Create Dataset*,
    // which is registered when a dataset opens.
    languages.registerCodeLensProvider([...datasetLanguages.keys()], {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document) => (await lens()).provideCodeLenses(document),
    }),
    languages.registerHoverProvider([...datasetLanguages.keys()], {
      provideHover: async (document, position) =>
        (await main()).statusHover(document, position, await submissions()),
    }),
    registerCommands(studio, {
      'dataset.compareWith': async (target, selection) => {
        const { compareWith, createdVersions } = await main();
        const store = await submissions();
        return compareWith(await studio(), (uri) => createdVersions(store, uri), target, selection);
      },
      // In no menu. With the ID of a submission; without one, since the default branch.
      '_dataset.showChanges': async (target, id) => {
        const { branchVersionOf, createdVersion, readSource, sentVersion, showComparison } = await main();
        if (!(target instanceof Uri)) return;
        const sent = async () => {
          const { journal } = await submissions();
          const record = await journal.read(String(id));
          return record.ok ? sentVersion(createdVersion({ journal }, record.value)) : undefined;
        };
        const version = await (id === undefined ? branchVersionOf(target) : sent());
        if (version) await showComparison(await studio(), await readSource(target), version);
      },
    }),
  );
}
