import { InferenceThread } from '../../../data-files/inference-thread.ts';
import { fileName } from '../file-name.ts';
import type { FromDataHost } from '../from-data-host.ts';
import { inferFiles } from '../infer-files.ts';

/** Reads data files in a worker thread, which opens those on a disk by itself. */
export function nodeHost(): FromDataHost {
  const thread = new InferenceThread();
  return {
    inferFiles: (uris, options) =>
      inferFiles(uris, options, {
        read: (files, reading) => thread.read(files, reading),
        onDisk: (uri) =>
          uri.scheme === 'file'
            ? { kind: 'disk', name: fileName(uri), label: fileName(uri), path: uri.fsPath }
            : undefined,
      }),
  };
}
