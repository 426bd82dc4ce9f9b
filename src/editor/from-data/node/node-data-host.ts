import type { Uri } from 'vscode';
import { InferenceThread } from '../../../data-files/inference-thread.ts';
import { fileName } from '../../uris.ts';
import type { DataFileHost } from '../infer-files.ts';

/** Reads data files in a worker thread, which opens those on a disk by itself. */
export function nodeHost(extensionUri: Uri): DataFileHost {
  const thread = new InferenceThread();
  return {
    read: (files, options) => thread.read(files, options),
    onDisk: (uri) =>
      uri.scheme === 'file'
        ? { kind: 'disk', name: fileName(uri), label: fileName(uri), path: uri.fsPath }
        : undefined,
    extensionUri,
  };
}
