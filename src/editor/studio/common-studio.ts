import { config } from '@vscode/l10n';
import { type ExtensionContext, type LogOutputChannel, l10n, type Uri, window } from 'vscode';
import type { TextChecks } from '../../app/document-tasks/text-checks.ts';
import type { DataFile, ReadFiles } from '../../inference/infer-sources.ts';
import type { ProjectFiles } from '../../project/projects.ts';
import { ChangesView } from '../ui/changes-view.ts';
import { EditorProjects } from './editor-projects.ts';
import { Settings } from './editor-settings.ts';
import type { ReadOnlyDocuments } from './read-only-documents.ts';
import { readStoredFile, type StoredFiles } from './stored-files.ts';
import { exists, neighbour } from './uris.ts';

/** What depends on where the extension runs: Node.js or a browser. */
export interface StudioHost {
  readonly files: StoredFiles;
  /** With the window's only worker for large texts. */
  readonly checks: TextChecks;
  /** Reads data files. */
  readonly read: ReadFiles;
  /** A file that `read` opens by itself; the content of others is read by VS Code. */
  readonly onDisk: (uri: Uri) => DataFile | undefined;
  /** Where the project files of a document are read from. */
  readonly projectFilesOf: (document: Uri) => ProjectFiles;
  /** Whether datasets can be submitted here. */
  readonly canSubmit: boolean;
}

/** Services that commands share in every host, including browsers. One for a window. */
export interface CommonStudio extends StudioHost {
  readonly settings: Settings;
  readonly log: LogOutputChannel;
  readonly documents: ReadOnlyDocuments;
  readonly changes: ChangesView;
  /** The folder of the extension. */
  readonly extensionUri: Uri;
}

/** Creates the log and reads the settings. */
export function openCommonStudio(
  { subscriptions, extensionUri }: Pick<ExtensionContext, 'subscriptions' | 'extensionUri'>,
  documents: ReadOnlyDocuments,
  host: StudioHost,
): CommonStudio {
  const log = window.createOutputChannel('Dataset Studio', { log: true });
  const projects = new EditorProjects(host.projectFilesOf);
  const changes = new ChangesView();
  subscriptions.push(log, projects, host.checks, changes);
  return { ...host, settings: new Settings(projects), log, documents, changes, extensionUri };
}

/** Reads project files beside a document with VS Code's file system API, which doesn't know where links lead. */
export function workspaceProjectFiles(document: Uri): ProjectFiles {
  return {
    exists: (path) => exists(neighbour(document, path)),
    realPath: async (path) => path,
    read: (path) => readStoredFile(neighbour(document, path)),
  };
}

/** Makes the core use the translations of VS Code's display language. Each bundle calls it before its other functions. */
export function localizeCore(): void {
  if (l10n.bundle) config({ contents: l10n.bundle });
}
