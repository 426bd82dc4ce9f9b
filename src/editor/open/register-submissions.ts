import { commands, Disposable, type ExtensionContext, window } from 'vscode';
import { commandsOf, registerCommands } from '../studio/register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import { lazyTree, onFirstUse } from '../ui/lazy.ts';
import type { LoadMain } from './editor-main.ts';

/** In milliseconds after activation. Interrupted submissions must be shown soon, but must not slow down the start. */
const openDelay = 1000;

/** Registers Create Dataset, the commands that show a request, and the Submissions view. */
export function registerSubmissions(
  context: ExtensionContext,
  main: LoadMain,
  studio: () => Promise<Studio>,
): Disposable {
  const submissions = async () => (await studio()).submissions();
  const tree = onFirstUse(context, async () => new (await main()).SubmissionsTree(await submissions()));
  const contents = lazyTree(tree);
  const treeView = window.createTreeView('dataset.submissions', {
    treeDataProvider: contents,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const view = onFirstUse(context, async () =>
    (await main()).submissionsView(treeView, await submissions(), await tree()),
  );
  const idle = setTimeout(view, openDelay);

  const on = commandsOf(main, studio);
  return Disposable.from(
    registerCommands(studio, {
      'dataset.create': on(({ createDataset }) => createDataset),
      'dataset.previewRequest': on(({ previewRequest }) => previewRequest),
      'dataset.copyAsCurl': on(({ copyAsCurl }) => copyAsCurl),
      'dataset.showSubmissions': async () => commands.executeCommand('dataset.submissions.focus'),
      'dataset.filterSubmissions': async () => (await view()).askForFilter(),
      'dataset.showSubmission': on(({ submissionActions }) => submissionActions.show),
      'dataset.copyDatasetId': on(({ submissionActions }) => submissionActions.copyDatasetId),
      'dataset.compareSubmission': on(({ submissionActions }) => submissionActions.compare),
      'dataset.submitAgain': on(({ submissionActions }) => submissionActions.submitAgain),
      'dataset.settleSubmission': on(({ submissionActions }) => submissionActions.settleSubmission),
      'dataset.deleteSubmission': on(({ submissionActions }) => submissionActions.deleteRecords),
      'dataset.resumeBatch': on(({ resumeBatch }) => resumeBatch),
      'dataset.discardBatch': on(({ discardBatch }) => discardBatch),
    }),
    treeView,
    contents,
    { dispose: () => clearTimeout(idle) },
  );
}
