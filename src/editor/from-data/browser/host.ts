import { inferSources } from '../../../inference/infer-sources.ts';
import { memorySource, webPorts } from '../../../inference/memory-source.ts';
import type { FromDataHost } from '../from-data-host.ts';
import { inferFiles } from '../infer-files.ts';

/** Reads files of up to 64 MB, in the worker that the extension host of a browser is; it gives way to other work every few milliseconds. */
export const browserHost: FromDataHost = {
  inferFiles: (uris, options) =>
    inferFiles(uris, options, {
      read: (files, reading) =>
        inferSources(
          files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
          webPorts,
          reading,
        ),
      onDisk: () => undefined,
    }),
};
