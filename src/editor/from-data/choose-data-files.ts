import { FileType, l10n, Uri, window, workspace } from 'vscode';
import { dataExtensions, dataFilesIn, isDataFile } from '../../inference/formats/formats.ts';
import { workspaceFiles } from '../authoring/workspace/stored-files.ts';
import { showFailure } from '../notifications.ts';
import { fileName } from './infer-files.ts';

/** Files of one dataset, and levels of folders that they are looked for in. */
const maxFiles = 1000;
const maxDepth = 20;

/**
 * The data files of a command: a URI or a list of them (with the explorer's selection behind, where that holds several),
 * folders as the data files in them; otherwise the user selects files. Empty if the user cancels, or after a message.
 */
export async function chooseDataFiles(target: unknown, selection: unknown): Promise<readonly Uri[]> {
  const passed = passedUris(target, selection);
  if (passed.length === 0) return (await openDialog()) ?? [];
  const files: Uri[] = [];
  for (const uri of passed) {
    const inFolder: Uri[] = [];
    if (await workspaceFiles.isFolder(uri)) await collect(uri, inFolder, maxDepth);
    else files.push(uri);
    files.push(...dataFilesIn(inFolder, fileName));
  }
  if (files.length === 0) {
    const extensions = dataExtensions.map((extension) => `.${extension}`).join(', ');
    showFailure(l10n.t('The folder contains no data files. Data files end in {0}.', extensions));
  }
  if (files.length <= maxFiles) return files;
  showFailure(l10n.t('There are more than {0} data files. Select fewer files.', maxFiles));
  return [];
}

/** Several files, or one. */
export async function openDialog(canSelectMany = true): Promise<readonly Uri[] | undefined> {
  return window.showOpenDialog({
    canSelectMany,
    title: canSelectMany ? l10n.t('Select Data Files') : l10n.t('Select a Data File'),
    openLabel: l10n.t('Select'),
    filters: { [l10n.t('Data files')]: [...dataExtensions, 'gz'], [l10n.t('All files')]: ['*'] },
  });
}

function passedUris(target: unknown, selection: unknown): readonly Uri[] {
  const isUri = (value: unknown): value is Uri => value instanceof Uri;
  if (Array.isArray(target)) return target.filter(isUri);
  const selected = Array.isArray(selection) ? selection.filter(isUri) : [];
  if (isUri(target)) return selected.length > 1 ? selected : [target];
  return [];
}

/** Adds the data files in a folder and below, in the order of their names. Hidden folders and links are left out. */
async function collect(folder: Uri, files: Uri[], depth: number): Promise<void> {
  const entries = await workspace.fs.readDirectory(folder);
  for (const [name, type] of entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (files.length > maxFiles) return;
    const uri = Uri.joinPath(folder, name);
    if (type === FileType.File && isDataFile(fileName(uri))) files.push(uri);
    const isSearched = type === FileType.Directory && !name.startsWith('.') && name !== 'node_modules';
    if (isSearched && depth > 0) await collect(uri, files, depth - 1);
  }
}
