import { type ExtensionContext, type LogOutputChannel, type Uri, window } from 'vscode';
import type { ProjectFiles } from '../../project/projects.ts';
import { EditorProjects } from './editor-projects.ts';
import { Settings } from './editor-settings.ts';

/** Services that commands share in every host, including browsers. */
export interface CommonStudio {
  readonly settings: Settings;
  readonly log: LogOutputChannel;
}

/** Creates the log and reads the settings. `projectFilesOf`: where the project files of a document are read from. */
export function openCommonStudio(
  { subscriptions }: Pick<ExtensionContext, 'subscriptions'>,
  projectFilesOf: (document: Uri) => ProjectFiles,
): CommonStudio {
  const log = window.createOutputChannel('Dataset Studio', { log: true });
  const projects = new EditorProjects(projectFilesOf);
  subscriptions.push(log, projects);
  return { settings: new Settings(projects), log };
}
