import { l10n, type TextDocument, Uri, window, workspace } from 'vscode';
import { formatOf } from '../../../dataset/dataset.ts';
import { readValue } from '../../../dataset/document.ts';
import { type NewProjectFile, newProjectFile } from '../../../project/new-project-file.ts';
import { projectFileName } from '../../../project/project-file.ts';
import { plainText } from '../../../text/plain-text.ts';
import { findDatasetFiles } from '../../documents/dataset-files.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { StoredFiles } from '../../studio/stored-files.ts';
import { exists, neighbour } from '../../studio/uris.ts';
import { commandButton, notify } from '../../ui/notifications.ts';
import { writeNewFile } from '../features/declare.ts';
import { firstOf } from './skipped-files.ts';

/** Further files are not read: the user can add what is missing. */
const maxFiles = 1000;

/**
 * **Create Project File**: writes one with the data types that the user knows, opens it, and says what the dataset files use beyond
 * that; or opens the one that applies to the folder already.
 */
export async function createProjectFile(
  files: StoredFiles,
  settings: Pick<Settings, 'judge'>,
): Promise<TextDocument | undefined> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (folder === undefined) return undefined;
  const { project, settings: declared } = await settings.judge(Uri.joinPath(folder.uri, 'any.dataset.json'));
  const path = project?.paths.at(-1);
  const uri = path === undefined ? Uri.joinPath(folder.uri, projectFileName) : neighbour(folder.uri, path);
  const created =
    project || (await exists(uri))
      ? undefined
      : newProjectFile(declared.dataTypes, await datasetsIn(folder.uri, files, settings));
  if (created && !(await writeNewFile(uri, created.text))) return undefined;
  const document = await workspace.openTextDocument(uri);
  await window.showTextDocument(document);
  if (created) void report(created);
  return document;
}

/** The values of the dataset files in a folder that can be read, without those that a project file below applies to. */
async function datasetsIn(
  folder: Uri,
  files: StoredFiles,
  settings: Pick<Settings, 'judge'>,
): Promise<unknown[]> {
  const found = (await findDatasetFiles(settings, [folder])).files;
  const values: unknown[] = [];
  for (const uri of found.slice(0, maxFiles)) {
    const [format, content] = [formatOf(uri.path), await files.read(uri)];
    if (!format || !content.ok || (await settings.judge(uri)).project) continue;
    const value = await readValue(content.value, format);
    if (value.ok) values.push(value.value);
  }
  return values;
}

async function report({ commented, mistakes }: NewProjectFile): Promise<void> {
  const created = l10n.t('{0} was created.', projectFileName);
  if (commented.problems + mistakes.problems === 0)
    return notify('info', `${created} ${l10n.t('Your dataset files use nothing beyond what it declares.')}`);
  const sentences = [
    created,
    ...describe(commented, (names) =>
      l10n.t('Commented out in it: {0}. Uncomment what your service knows.', names),
    ),
    ...describe(mistakes, (names) => l10n.t('Not in it, as probable mistakes: {0}.', names)),
    l10n.t(
      'Problems with these names: {0}. All of them are still reported.',
      commented.problems + mistakes.problems,
    ),
  ];
  await notify(
    'info',
    sentences.join(' '),
    commandButton(l10n.t('Validate All Datasets'), 'dataset.validateWorkspace'),
  );
}

function describe({ names }: NewProjectFile['commented'], sentence: (names: string) => string): string[] {
  return names.length === 0 ? [] : [sentence(firstOf(names.map((name) => plainText(name, 60))))];
}
