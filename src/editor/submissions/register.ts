import type * as vscode from 'vscode';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio.ts';

/** Sending a dataset, and seeing what would be sent. */
export function registerSubmissions(studio: Studio): vscode.Disposable {
  const underway = new Set<string>();
  const create = () => import('./create-dataset.ts');
  const requests = () => import('./request-commands.ts');

  return registerCommands({
    'dataset.create': async (target, selection) =>
      (await create()).createDatasets({ ...studio, underway }, target, selection),
    'dataset.previewRequest': async (target) => (await requests()).previewRequest(studio, target),
    'dataset.copyAsCurl': async (target) => (await requests()).copyAsCurl(studio, target),
    'dataset.showLog': async () => studio.log.show(),
  });
}
