import * as vscode from 'vscode';
import { LazyTree } from '../lazy-tree.ts';
import { once } from '../once.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio.ts';

/** In milliseconds after activation: the journal is nobody's first concern, but what a crash left must show soon. */
const firstIdle = 1000;

/** Sending datasets, seeing what would be sent, and what became of what was. */
export function registerSubmissions(studio: Studio): vscode.Disposable {
  const loaded: vscode.Disposable[] = [];
  const keep = <Part extends vscode.Disposable>(part: Part) => {
    loaded.push(part);
    return part;
  };
  const submissions = once(async () =>
    keep(await (await import('./open-submissions.ts')).openSubmissions(studio)),
  );
  const tree = once(async () =>
    keep(new (await import('./submissions-tree.ts')).SubmissionsTree(await submissions())),
  );
  const contents = new LazyTree(tree);
  const treeView = vscode.window.createTreeView('dataset.submissions', {
    treeDataProvider: contents,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const view = once(async () => {
    const { SubmissionsView } = await import('./submissions-view.ts');
    return keep(new SubmissionsView(treeView, await submissions(), await tree()));
  });
  const idle = setTimeout(view, firstIdle);

  const parts = { ...studio, submissions };
  const create = () => import('./create-dataset.ts');
  const requests = () => import('./request-commands.ts');
  const runs = () => import('./resume-run.ts');
  const actions = once(async () => new (await import('./submission-actions.ts')).SubmissionActions(parts));

  return vscode.Disposable.from(
    registerCommands(studio.log, {
      'dataset.create': async (target, selection) =>
        (await create()).createDatasets(parts, target, selection),
      'dataset.previewRequest': async (target) => (await requests()).previewRequest(studio, target),
      'dataset.copyAsCurl': async (target) => (await requests()).copyAsCurl(studio, target),
      'dataset.showLog': async () => studio.log.show(),
      'dataset.showSubmissions': async () => vscode.commands.executeCommand('dataset.submissions.focus'),
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
      'dataset.resumeRun': async (target) => (await runs()).resumeRun(parts, target),
      'dataset.giveUpRun': async (target) => (await runs()).giveUpRun(parts, target),
    }),
    treeView,
    contents,
    { dispose: () => clearTimeout(idle) },
    { dispose: () => vscode.Disposable.from(...loaded).dispose() },
  );
}
