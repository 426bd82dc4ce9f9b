import { posix } from 'node:path';
import { workspace } from 'vscode';
import type { DataFile, InferencePort } from '../../agents/ports.ts';
import { describeDataFileFailure, fileSource, nodePorts } from '../../data-files/file-source.ts';
import type { DataSource } from '../../inference/source.ts';
import { success } from '../../result.ts';
import { findFiles, locateFile, type WorkspaceFile } from './workspace-files.ts';

/** Data files of the workspace: the text in the editor if it is not saved, otherwise the file. */
export function workspaceData(): InferencePort {
  return {
    platform: nodePorts,
    describeError: describeDataFileFailure,
    open: async (patterns) => {
      const found = await findFiles(patterns);
      if (!found.ok) return found;
      const opened: DataFile[] = [];
      for (const file of found.value) {
        const located = await locateFile(file);
        if (!located.ok) return located;
        const { uri } = located.value;
        opened.push({ file, path: uri.path, source: sourceOf(located.value, file) });
      }
      return success(opened);
    },
  };
}

function sourceOf({ uri, realPath }: WorkspaceFile, label: string): DataSource {
  const name = posix.basename(uri.path);
  const unsaved = workspace.textDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
  if (realPath !== undefined && !unsaved) return { ...fileSource(realPath), name, label };
  return {
    name,
    label,
    stream: async function* () {
      yield unsaved ? new TextEncoder().encode(unsaved.getText()) : await workspace.fs.readFile(uri);
    },
  };
}
