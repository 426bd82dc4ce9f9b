import type { Uri } from 'vscode';
import type { FromDataHost } from '../../src/editor/from-data/infer-files.ts';
import { memorySource, webPorts } from '../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../src/inference/infer-sources.ts';

/** Reads data files in the thread of the tests. As of a thread that is ended, nothing comes of a reading that is cancelled. */
export const inThreadHost = (extensionUri: Uri): FromDataHost => ({
  read: async (files, options) => {
    const sources = files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : []));
    const inferred = await inferSources(sources, webPorts, options);
    return options.signal.aborted ? undefined : inferred;
  },
  onDisk: () => undefined,
  settings: {
    judge: async () => ({ kind: 'judged', settings: { rules: {}, dataTypes: [] } }),
    validation: async () => ({ rules: {}, dataTypes: [] }),
    dataEntry: async () => ({}),
    newProjectFile: async () => undefined,
    chosenDecimalType: undefined,
  },
  // Without a worker: problems are at the lines of their cells.
  checks: { run: async () => ({ kind: 'failed' }) },
  extensionUri,
});
