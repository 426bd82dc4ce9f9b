import { type Uri, workspace } from 'vscode';
import { reasonOf } from '../../app/read-file.ts';
import type { ProjectFiles } from '../../project/projects.ts';
import { failure } from '../../result.ts';
import { workspaceFiles } from '../authoring/workspace/stored-files.ts';

/** Reads project files beside a document with VS Code's file system API, which doesn't know where links lead. */
export function workspaceProjectFiles(document: Uri): ProjectFiles {
  return {
    exists: async (path) => {
      try {
        await workspace.fs.stat(document.with({ path }));
        return true;
      } catch {
        return false;
      }
    },
    realPath: async (path) => path,
    read: async (path) => {
      const content = await workspaceFiles.read(document.with({ path }));
      return content.ok ? content : failure(reasonOf(content.failure));
    },
  };
}
