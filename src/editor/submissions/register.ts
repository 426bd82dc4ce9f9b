import { commands, Disposable, window } from 'vscode';
import type { LoadMain } from '../editor-main.ts';
import { LazyDisposables, lazyTree, once } from '../lazy.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';

/** In milliseconds after activation. Interrupted submissions must be shown soon, but must not slow down the start. */
const openDelay = 1000;

/** Registers Create Dataset, the commands that show a request, and the Submissions view. */
export function registerSubmissions(
  main: LoadMain,
  studio: () => Promise<Studio>,
): Disposable {
  const lazy = new LazyDisposables();
  const submissions = async () => (await studio()).submissions();
  const tree = lazy.onFirstUse(async () => new (await main()).SubmissionsTree(await submissions()));
  const contents = lazyTree(tree);
  const treeView = window.createTreeView('dataset.submissions', {
    treeDataProvider: contents,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const view = lazy.onFirstUse(async () =>
    (await main()).submissionsView(treeView, await submissions(), await tree()),
  );
  const idle = setTimeout(view, openDelay);

  const actions = once(async () => new (await main()).SubmissionActions(await studio()));

  return Disposable.from(
    registerCommands(studio, {
      'dataset.create': async (target, selection) =>
        (await main()).createDataset(await studio(), target, selection),
      'dataset.previewRequest': async (target) => (await main()).previewRequest(await studio(), target),
      'dataset.copyAsCurl': async (target) => (await main()).copyAsCurl(await studio(), target),
      'dataset.showSubmissions': async () => commands.executeCommand('dataset.submissions.focus'),
      'dataset.filterSubmissions': async () => (await view()).askForFilter(),
      'dataset.showSubmission': async (target) => (await actions()).show(target),
      'dataset.copyDatasetId': async (target) => (await actions()).copyDatasetId(target),
      'dataset.compareSubmission': async (target) => (await actions()).compare(target),
      'dataset.submitAgain': async (target) => (await actions()).submitAgain(target),
      'dataset.settleSubmission': async (target) => (await actions()).settle(target),
      'dataset.deleteSubmission': async (target, selection) => (await actions()).delete(target, selection),
      'dataset.resumeRun': async (target) => (await main()).resumeBatch(await studio(), target),
      'dataset.giveUpRun': async (target) => (await main()).discardBatch(await studio(), target),
    }),
    treeView,
    contents,
    { dispose: () => clearTimeout(idle) },
    lazy,
  );
}
