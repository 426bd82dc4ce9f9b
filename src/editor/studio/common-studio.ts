import { config } from '@vscode/l10n';
import { type ExtensionContext, type LogOutputChannel, l10n, type Uri, window, workspace } from 'vscode';
import type { ProjectFiles } from '../../project/projects.ts';
import { readStoredFile } from '../authoring/workspace/stored-files.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { EditorProjects } from './editor-projects.ts';
import { Settings } from './editor-settings.ts';

/** Services that commands share in every host, including browsers. */
export interface CommonStudio {
  readonly settings: Settings;
  readonly log: LogOutputChannel;
  readonly documents: ReadOnlyDocuments;
}

/** Creates the log and reads the settings. `projectFilesOf`: where the project files of a document are read from. */
export function openCommonStudio(
  { subscriptions }: Pick<ExtensionContext, 'subscriptions'>,
  documents: ReadOnlyDocuments,
  projectFilesOf: (document: Uri) => ProjectFiles,
): CommonStudio {
  const log = window.createOutputChannel('Dataset Studio', { log: true });
  const projects = new EditorProjects(projectFilesOf);
  subscriptions.push(log, projects);
  return { settings: new Settings(projects), log, documents };
}

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

/** Makes the core use the translations of VS Code's display language. Each bundle calls it before its other functions. */
export function localizeCore(): void {
  if (l10n.bundle) config({ contents: l10n.bundle });
}
