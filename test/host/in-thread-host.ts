import type { Uri } from 'vscode';
import type { FromDataHost } from '../../src/editor/from-data/infer-files.ts';
import { memorySource, webPorts } from '../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../src/inference/infer-sources.ts';

/** Reads data files in the thread of the tests. */
export const inThreadHost = (extensionUri: Uri): FromDataHost => ({
  read: (files, options) =>
    inferSources(
      files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
      webPorts,
      options,
    ),
  onDisk: () => undefined,
  settings: { judge: async () => ({ kind: 'judged', settings: { rules: {}, dataTypes: [] } }) },
  extensionUri,
});
