import { type Uri, workspace } from 'vscode';
import type { ProjectFiles } from '../../project/projects.ts';
import { readStoredFile } from '../authoring/workspace/stored-files.ts';

/** Reads project files beside a document with VS Code's file system API, which doesn't know where links lead. */
export function workspaceProjectFiles(document: Uri): ProjectFiles {
  return {
    exists: (path) =>
      Promise.resolve(workspace.fs.stat(document.with({ path }))).then(
        () => true,
        () => false,
      ),
    realPath: async (path) => path,
    read: (path) => readStoredFile(document.with({ path })),
  };
}
