import { l10n, type TextDocument, Uri, window, workspace } from 'vscode';
import { formatOf } from '../../../dataset/dataset.ts';
import { readValue } from '../../../dataset/document.ts';
import { newProjectFile } from '../../../project/new-project-file.ts';
import { projectFileName } from '../../../project/project-file.ts';
import { plainText } from '../../../text/plain-text.ts';
import { showFailure } from '../../notifications.ts';
import { exists } from '../../uris.ts';
import { findDatasetFiles, type StoredFiles } from './stored-files.ts';

/** Further files are not read: the user can add what is missing. */
const maxFiles = 1000;

/** **Create Project File**: writes one with what the dataset files of a folder use, and opens it; or opens the one that is there. */
export async function createProjectFile(files: StoredFiles): Promise<TextDocument | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (folder === undefined) return undefined;
  const uri = Uri.joinPath(folder.uri, projectFileName);
  if (!(await exists(uri))) {
    const content = new TextEncoder().encode(newProjectFile(await datasetsIn(folder.uri, files)));
    try {
      await workspace.fs.writeFile(uri, content);
    } catch (error) {
      showFailure(l10n.t("The project file can't be written: {0}", plainText(String(error))));
      return undefined;
    }
  }
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document);
  return document;
}

/** The values of the dataset files in a folder that can be read. */
async function datasetsIn(folder: Uri, files: StoredFiles): Promise<unknown[]> {
  const found = (await findDatasetFiles()).filter(({ path }) => path.startsWith(`${folder.path}/`));
  const values: unknown[] = [];
  for (const uri of found.slice(0, maxFiles)) {
    const [format, content] = [formatOf(uri.path), await files.read(uri)];
    const value = format && content.ok ? await readValue(content.value, format) : undefined;
    if (value?.ok) values.push(value.value);
  }
  return values;
}
