import { Disposable, Uri } from 'vscode';
import { whenDatasetOpens } from '../languages.ts';
import { LazyDisposables } from '../lazy/lazy-disposables.ts';
import type { LoadMain } from '../load-main.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import type { SubmissionStore } from '../submissions/view/submission-store.ts';

/** The lens that counts the changes since a dataset was created, and the list that it opens. */
export function registerChangesLens(
  main: LoadMain,
  studio: () => Promise<Studio>,
  submissions: () => Promise<SubmissionStore>,
): Disposable {
  const lazy = new LazyDisposables();
  const lens = lazy.onFirstUse(async () => {
    const { ChangesLens, currentEnvironment } = await main();
    const { settings } = await studio();
    return new ChangesLens(await submissions(), () => currentEnvironment(settings)?.name);
  });
  return Disposable.from(
    lazy,
    whenDatasetOpens(lens),
    registerCommands(studio, {
      // In no menu.
      '_dataset.showChanges': async (target, id) => {
        const { compareWith, createdVersions, showComparison } = await main();
        if (!(target instanceof Uri)) return;
        const version = createdVersions(await submissions(), target).find((each) => each.id === id);
        const sent = version && (await compareWith.sentVersion(version));
        if (sent) await showComparison((await studio()).documents, target, sent);
      },
    }),
  );
}
