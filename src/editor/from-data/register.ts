import { Disposable } from 'vscode';
import type { AuthoringHost } from '../authoring/checking/checking.ts';
import { whenDatasetOpens } from '../languages.ts';
import { LazyDisposables } from '../lazy.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { registerCommands } from '../register-commands.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { FromDataHost } from './infer-files.ts';

export interface FromDataDependencies {
  /** Loads what answers. */
  readonly load: () => Promise<typeof import('./from-data.ts')>;
  readonly studio: () => Promise<Pick<CommonStudio, 'log' | 'settings'>>;
  readonly host: () => Promise<FromDataHost>;
  readonly authoringHost: () => Promise<Pick<AuthoringHost, 'checks'>>;
  readonly documents: ReadOnlyDocuments;
}

/** Datasets, tables and columns from data files, in Node.js and in a browser. */
export function registerFromData({
  load,
  studio,
  host,
  authoringHost,
  documents,
}: FromDataDependencies): Disposable {
  const lazy = new LazyDisposables();
  const dataEditing = lazy.onFirstUse(async () => {
    const { registerDataEditing } = await load();
    const { settings } = await studio();
    return registerDataEditing(host, { settings, checks: (await authoringHost()).checks });
  });
  const checks = lazy.onFirstUse(async () => {
    const { DataChecks } = await load();
    const checking = { settings: (await studio()).settings, checks: (await authoringHost()).checks };
    return new DataChecks(await host(), checking, documents);
  });
  return Disposable.from(
    lazy,
    whenDatasetOpens(dataEditing),
    registerCommands(studio, {
      'dataset.newFromData': async (target, selection) =>
        (await load()).newFromData(await host(), documents, target, selection),
      'dataset.updateFromData': async (target, request) =>
        (await load()).updateFromData(await host(), documents, target, request),
      'dataset.checkData': async (target, request) =>
        (await load()).checkDataFile(await checks(), target, request),
      'dataset.clearDataProblems': async () => (await checks()).clear(),
      // Internal: the problems of data files offer it.
      '_dataset.checkDataAgain': async () => (await checks()).checkAgain(),
    }),
  );
}
