import { Disposable, Uri } from 'vscode';
import { whenDatasetOpens } from '../languages.ts';
import { LazyParts } from '../lazy-parts.ts';
import type { LoadMain } from '../load-main.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import type { SubmissionStore } from '../submissions/view/submission-store.ts';

/** Compares a document with another version: **Compare with…**, and the lens that counts changes. */
export function registerComparison(
  main: LoadMain,
  studio: () => Promise<Studio>,
  submissions: () => Promise<SubmissionStore>,
): Disposable {
  const parts = new LazyParts();
  const lens = parts.part(async () => {
    const { ChangesLens, currentEnvironment } = await main();
    const { settings } = await studio();
    return new ChangesLens(await submissions(), () => currentEnvironment(settings)?.name);
  });
  return Disposable.from(
    parts,
    whenDatasetOpens(lens),
    registerCommands(studio, {
      'dataset.compareWith': async (target) => {
        const { compareWith, createdVersions } = await main();
        const { documents } = await studio();
        return compareWith(
          { documents, createdVersions: async (uri) => createdVersions(await submissions(), uri) },
          target,
        );
      },
      // What the lens runs; in no menu.
      '_dataset.showChanges': async (target, id) => {
        const { createdVersions, sentVersion, showComparison } = await main();
        if (!(target instanceof Uri)) return;
        const versions = createdVersions(await submissions(), target);
        const version = versions.find((each) => each.id === id);
        const sent = version && (await sentVersion(version));
        if (sent) await showComparison((await studio()).documents, target, sent);
      },
    }),
  );
}
