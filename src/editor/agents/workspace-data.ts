import { posix } from 'node:path';
import { workspace } from 'vscode';
import type { DataPort } from '../../agents/ports.ts';
import { InferenceThread } from '../../data-files/inference-thread.ts';
import type { DataFile } from '../../inference/infer-sources.ts';
import { failure, success } from '../../result.ts';
import { readContent } from '../from-data/infer-files.ts';
import { findFiles, locateFile, type WorkspaceFile } from './workspace-files.ts';

/** Data files of the workspace: the text in the editor if it is not saved, otherwise the file. */
export function workspaceData(): DataPort {
  const thread = new InferenceThread();
  return {
    read: (files, options) => thread.read(files, options),
    find: async (patterns) => {
      const found = await findFiles(patterns);
      if (!found.ok) return found;
      const files: DataFile[] = [];
      for (const label of found.value) {
        const located = await locateFile(label);
        if (!located.ok) return located;
        const file = await dataFile(located.value, label);
        if (typeof file === 'string') return failure({ kind: 'unreadable', file: label, details: file });
        files.push(file);
      }
      return success(files);
    },
  };
}

/** Why it can't be read, if it is not on a disk. */
async function dataFile({ uri, realPath }: WorkspaceFile, label: string): Promise<DataFile | string> {
  const name = posix.basename(uri.path);
  const unsaved = workspace.textDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
  if (unsaved)
    return {
      kind: 'memory',
      name,
      label,
      path: uri.path,
      content: new TextEncoder().encode(unsaved.getText()),
    };
  if (realPath !== undefined) return { kind: 'disk', name, label, path: realPath };
  const content = await readContent(uri);
  return content.ok
    ? { kind: 'memory', name, label, path: uri.path, content: content.value }
    : content.failure;
}
