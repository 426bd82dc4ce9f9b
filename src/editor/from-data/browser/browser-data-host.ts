import type { Uri } from 'vscode';
import { memorySource, webPorts } from '../../../inference/bytes/memory-source.ts';
import { inferSources } from '../../../inference/infer-sources.ts';
import type { FromDataHost } from '../infer-files.ts';

/** Reads files of up to 64 MB, in the worker that the extension host of a browser is; it gives way to other work every few milliseconds. */
export const browserHost = (extensionUri: Uri): FromDataHost => ({
  read: (files, options) =>
    inferSources(
      files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
      webPorts,
      options,
    ),
  onDisk: () => undefined,
  extensionUri,
});
