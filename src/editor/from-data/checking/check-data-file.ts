import { l10n, type Uri, window, workspace } from 'vscode';
import { hasDatasetName } from '../../../dataset/dataset.ts';
import type { DataEntry } from '../../../project/data-entry.ts';
import { plainText, withoutIcons } from '../../../text/plain-text.ts';
import { findDatasetFiles } from '../../documents/dataset-files.ts';
import { passedTargets } from '../../documents/targets.ts';
import { describeUnjudged, showProjectFile, unjudged } from '../../documents/unjudged.ts';
import type { CommonStudio } from '../../studio/common-studio.ts';
import { activeDocumentUri, fileName, neighbour } from '../../studio/uris.ts';
import { notify, showFailure } from '../../ui/notifications.ts';
import { chooseDataFiles, openDialog } from '../data-questions.ts';
import { readTableRequest } from '../update-from-data.ts';
import type { DataChecks } from './data-checks.ts';

/**
 * **Check Data File…**: shows what in data files doesn't fit a dataset. `target`: the dataset's URI, then `request` may name
 * the position of a table (`table`); or URIs of data files, as the Explorer passes them. By default, the dataset or the data file in
 * the active editor. A file with an entry in the project file belongs to the dataset of that.
 */
export async function checkDataFile(
  checks: DataChecks,
  settings: Pick<CommonStudio['settings'], 'judge' | 'dataEntry'>,
  target: unknown,
  request: unknown,
): Promise<void> {
  const passed = await passedTargets(target);
  if (passed === undefined) return;
  const uri = passed.several ? undefined : (passed.uris[0] ?? activeDocumentUri());
  const isDataset = uri !== undefined && hasDatasetName(uri.path);
  const files = isDataset ? ((await openDialog()) ?? []) : await chooseDataFiles(target, request);
  const groups = await groupByEntry(files, settings);
  let chosen = isDataset ? uri : undefined;
  const started: Promise<void>[] = [];
  for (const [entry, [first, ...others]] of groups) {
    if (first === undefined) continue;
    const named = !isDataset && entry ? neighbour(first, entry.dataset) : undefined;
    const dataset = named ?? chosen ?? (await chooseDataset(first, checks.dataset, settings));
    if (dataset === undefined) return;
    chosen = named === undefined ? dataset : chosen;
    started.push(
      checks.check(dataset, [first, ...others], isDataset ? readTableRequest(request).table : undefined),
    );
  }
  await Promise.all(started);
}

/** Data files by what the project file says of them. None after a message, because the project file has errors. */
async function groupByEntry(
  files: readonly Uri[],
  settings: Pick<CommonStudio['settings'], 'dataEntry'>,
): Promise<ReadonlyMap<DataEntry | undefined, readonly Uri[]>> {
  const groups = new Map<DataEntry | undefined, Uri[]>();
  for (const file of files) {
    const { entry, broken } = await settings.dataEntry(file);
    const reason = broken && unjudged(file, { kind: 'broken', project: broken });
    if (reason) {
      void notify('error', describeUnjudged(reason), showProjectFile(reason));
      return new Map();
    }
    const group = groups.get(entry) ?? [];
    groups.set(entry, group);
    group.push(file);
  }
  return groups;
}

/**
 * The only dataset of the workspace; otherwise asks. First comes the one of the last check (`last`), then
 * those of its name, then those in its folder. `undefined` if the user cancels, or after a message.
 */
async function chooseDataset(
  file: Uri,
  last: Uri | undefined,
  settings: Pick<CommonStudio['settings'], 'judge'>,
): Promise<Uri | undefined> {
  const found = (await findDatasetFiles(settings)).files;
  if (found.length < 2) {
    if (found.length === 0)
      showFailure(l10n.t('The workspace contains no dataset file. Run New Dataset from Data Files first.'));
    return found[0];
  }
  const rank = (uri: Uri) => [
    uri.toString() === last?.toString(),
    stemOf(uri) === stemOf(file),
    folderOf(uri) === folderOf(file),
  ];
  const items = found
    .map((uri) => ({
      label: withoutIcons(plainText(workspace.asRelativePath(uri))),
      rank: rank(uri).map(Number).join(''),
      uri,
    }))
    .sort((a, b) => b.rank.localeCompare(a.rank) || a.label.localeCompare(b.label));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Check Data File'),
    placeHolder: l10n.t('Select the dataset that the data belongs to'),
  });
  return choice?.uri;
}

/** The name of a file without its extensions, in lower case. */
function stemOf(uri: Uri): string {
  return fileName(uri).replace(/\..*/, '').toLowerCase();
}

function folderOf({ path }: Uri): string {
  return path.slice(0, path.lastIndexOf('/'));
}
