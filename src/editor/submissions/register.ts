import { commands, Disposable, window } from 'vscode';
import { LazyParts } from '../lazy-parts.ts';
import { LazyTree } from '../lazy-tree.ts';
import type { LoadMain } from '../load-main.ts';
import { once } from '../once.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio/studio.ts';
import type { SubmissionStore } from './view/submission-store.ts';

/** In milliseconds after activation: the journal is nobody's first concern, but what a crash left must show soon. */
const firstIdle = 1000;

/** Sending datasets, seeing what would be sent, and what became of what was. */
export function registerSubmissions(
  main: LoadMain,
  studio: () => Promise<Studio>,
  submissions: () => Promise<SubmissionStore>,
): Disposable {
  const lazy = new LazyParts();
  const tree = lazy.part(async () => {
    const { SubmissionsTree } = await main();
    return new SubmissionsTree(await submissions());
  });
  const contents = new LazyTree(tree);
  const treeView = window.createTreeView('dataset.submissions', {
    treeDataProvider: contents,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const view = lazy.part(async () => {
    const { SubmissionsView } = await main();
    return new SubmissionsView(treeView, await submissions(), await tree());
  });
  const idle = setTimeout(view, firstIdle);

  const parts = once(async () => ({ ...(await studio()), submissions }));
  const actions = once(async () => {
    const { SubmissionActions } = await main();
    return new SubmissionActions(await parts());
  });

  return Disposable.from(
    registerCommands(studio, {
      'dataset.create': async (target, selection) =>
        (await main()).createDatasets(await parts(), target, selection),
      'dataset.previewRequest': async (target) => (await main()).previewRequest(await studio(), target),
      'dataset.copyAsCurl': async (target) => (await main()).copyAsCurl(await studio(), target),
      'dataset.showSubmissions': async () => commands.executeCommand('dataset.submissions.focus'),
      'dataset.filterSubmissions': async () => (await view()).askForFilter(),
      'dataset.clearSubmissionFilter': async () => (await view()).clearFilter(),
      'dataset.copyJournalPath': async () => (await actions()).copyJournalPath(),
      'dataset.showSubmission': async (target) => (await actions()).showDetails(target),
      'dataset.copyDatasetId': async (target) => (await actions()).copyDatasetId(target),
      'dataset.showResponse': async (target) => (await actions()).showResponse(target),
      'dataset.showSent': async (target) => (await actions()).showSent(target),
      'dataset.compareSubmission': async (target) => (await actions()).compare(target),
      'dataset.submitAgain': async (target) => (await actions()).submitAgain(target),
      'dataset.settleSubmission': async (target) => (await actions()).settle(target),
      'dataset.deleteSubmission': async (target, selection) => (await actions()).delete(target, selection),
      'dataset.resumeRun': async (target) => (await main()).resumeRun(await parts(), target),
      'dataset.giveUpRun': async (target) => (await main()).giveUpRun(await parts(), target),
    }),
    treeView,
    contents,
    { dispose: () => clearTimeout(idle) },
    lazy,
  );
}
