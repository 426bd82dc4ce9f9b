import { Disposable } from 'vscode';
import type { AuthoringHost } from '../authoring/checking/checking.ts';
import { whenDatasetOpens } from '../languages.ts';
import { LazyDisposables } from '../lazy.ts';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { DataFileHost } from './infer-files.ts';

/** Datasets, tables and columns from data files, in Node.js and in a browser. `load` loads what answers. */
export function registerFromData(
  load: () => Promise<typeof import('./from-data.ts')>,
  studio: () => Promise<CommonStudio>,
  dataFileHost: () => Promise<DataFileHost>,
  authoringHost: () => Promise<Pick<AuthoringHost, 'checks'>>,
): Disposable {
  const lazy = new LazyDisposables();
  const host = async () => ({ ...(await dataFileHost()), settings: (await studio()).settings });
  const dataEditing = lazy.onFirstUse(async () => {
    const { registerDataEditing } = await load();
    const { settings } = await studio();
    return registerDataEditing(host, { settings, checks: (await authoringHost()).checks });
  });
  const checks = lazy.onFirstUse(async () => {
    const { DataChecks } = await load();
    const checking = { settings: (await studio()).settings, checks: (await authoringHost()).checks };
    return new DataChecks(await host(), checking, (await studio()).documents);
  });
  return Disposable.from(
    lazy,
    whenDatasetOpens(dataEditing),
    registerCommands(studio, {
      'dataset.newFromData': async (target, selection) =>
        (await load()).newFromData(await host(), (await studio()).documents, target, selection),
      'dataset.updateFromData': async (target, request) =>
        (await load()).updateFromData(await host(), (await studio()).documents, target, request),
      'dataset.checkData': async (target, request) =>
        (await load()).checkDataFile(await checks(), target, request),
      'dataset.clearDataProblems': async () => (await checks()).clear(),
      // Internal: the problems of data files offer it.
      '_dataset.checkDataAgain': async () => (await checks()).checkAgain(),
    }),
  );
}
