import { type TextDocument, Uri, window, workspace } from 'vscode';
import { formatOf } from '../../../dataset/dataset.ts';
import { readValue } from '../../../dataset/document.ts';
import { newProjectFile } from '../../../project/new-project-file.ts';
import { projectFileName } from '../../../project/project-file.ts';
import { writeFile } from '../../host-storage.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { exists } from '../../uris.ts';
import { findDatasetFiles } from './dataset-files.ts';
import type { StoredFiles } from './stored-files.ts';

/** Further files are not read: the user can add what is missing. */
const maxFiles = 1000;

/** **Create Project File**: writes one with what the dataset files of a folder use, and opens it; or opens the one that is there. */
export async function createProjectFile(
  files: StoredFiles,
  settings: Pick<Settings, 'judge'>,
): Promise<TextDocument | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (folder === undefined) return undefined;
  const uri = Uri.joinPath(folder.uri, projectFileName);
  if (!(await exists(uri))) {
    const content = new TextEncoder().encode(newProjectFile(await datasetsIn(folder.uri, files, settings)));
    if (!(await writeFile(uri, content))) return undefined;
  }
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document);
  return document;
}

/** The values of the dataset files in a folder that can be read. */
async function datasetsIn(
  folder: Uri,
  files: StoredFiles,
  settings: Pick<Settings, 'judge'>,
): Promise<unknown[]> {
  const found = (await findDatasetFiles(settings, [folder])).files;
  const values: unknown[] = [];
  for (const uri of found.slice(0, maxFiles)) {
    const [format, content] = [formatOf(uri.path), await files.read(uri)];
    const value = format && content.ok ? await readValue(content.value, format) : undefined;
    if (value?.ok) values.push(value.value);
  }
  return values;
}
