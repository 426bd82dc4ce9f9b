import { l10n, Uri, window, workspace } from 'vscode';
import { formatOf, itemsOf, nameIn } from '../../../dataset/dataset.ts';
import { readValue } from '../../../dataset/document.ts';
import { foldedName } from '../../../dataset/rules/names.ts';
import { isDatasetFile } from '../../../inference/formats/formats.ts';
import { findDatasetFiles, workspaceFiles } from '../../authoring/workspace/stored-files.ts';
import { showFailure } from '../../notifications.ts';
import { activeDocumentUri } from '../../uris.ts';
import { type FromDataHost, inferFiles } from '../infer-files.ts';
import { chooseDataFiles, openDialog } from '../questions.ts';
import { withReadingProgress } from '../read-data.ts';
import { readTableRequest } from '../update-from-data.ts';
import type { DataChecks } from './data-checks.ts';

/**
 * **Check Data File…**: shows what in data files doesn't fit a dataset. `target`: the dataset's URI, then `request` may name
 * the position of a table (`table`); or URIs of data files, as the Explorer passes them. By default, the active editor's dataset.
 */
export async function checkDataFile(checks: DataChecks, target: unknown, request: unknown): Promise<void> {
  const active = activeDocumentUri();
  const uri = target instanceof Uri ? target : Array.isArray(target) ? undefined : active;
  const isDataset = uri !== undefined && isDatasetFile(uri.path);
  const files = isDataset ? ((await openDialog()) ?? []) : await chooseDataFiles(target, request);
  const [first] = files;
  if (first === undefined) return;
  const dataset = isDataset ? uri : await chooseDataset(checks.host, first, checks.datasetOf(first));
  if (dataset === undefined) return;
  await checks.check(dataset, files, isDataset ? readTableRequest(request).table : undefined);
}

/** Files and datasets up to these sizes, in bytes, are read to tell which dataset fits; and so many datasets. */
const maxDataSize = 16 * 2 ** 20;
const maxDatasetSize = 256 * 1024;
const maxDatasets = 200;

/**
 * The only dataset of the workspace; otherwise asks. First comes the one that the file was last checked against (`last`), then
 * those whose tables have most of its columns. `undefined` if the user cancels, or after a message.
 */
async function chooseDataset(
  host: FromDataHost,
  file: Uri,
  last: string | undefined,
): Promise<Uri | undefined> {
  const found = await findDatasetFiles();
  if (found.length < 2) {
    if (found.length === 0)
      showFailure(l10n.t('The workspace contains no dataset file. Run New Dataset from Data Files first.'));
    return found[0];
  }
  const shares = await columnShares(host, file, found);
  const rank = (uri: Uri) => (uri.toString() === last ? 2 : (shares.get(uri) ?? 0));
  const items = found
    .map((uri) => ({ label: workspace.asRelativePath(uri), rank: rank(uri), uri }))
    .sort((a, b) => b.rank - a.rank || (a.label < b.label ? -1 : 1));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Check Data File'),
    placeHolder: l10n.t('Select the dataset that the data belongs to'),
  });
  return choice?.uri;
}

/** For each dataset, which part of the columns that its best table or the data has are in both. */
async function columnShares(
  host: FromDataHost,
  file: Uri,
  datasets: readonly Uri[],
): Promise<ReadonlyMap<Uri, number>> {
  const shares = new Map<Uri, number>();
  if (datasets.length > maxDatasets || !(await isSmall(file, maxDataSize))) return shares;
  const inferred = await withReadingProgress([file], (options) => inferFiles(host, [file], options));
  const data = inferred?.tables.map(namesOf) ?? [];
  for (const uri of datasets) {
    const tables = await tablesOf(uri);
    shares.set(uri, Math.max(0, ...tables.flatMap((table) => data.map((each) => shareOf(table, each)))));
  }
  return shares;
}

async function tablesOf(uri: Uri): Promise<ReadonlySet<string>[]> {
  const format = formatOf(uri.path);
  const content = (await isSmall(uri, maxDatasetSize)) ? await workspaceFiles.read(uri) : undefined;
  if (!content?.ok || format === undefined) return [];
  const value = await readValue(content.value, format);
  if (!value.ok) return [];
  return itemsOf(value.value, 'tables').map((table) =>
    namesOf({ columns: itemsOf(table, 'columns').map((column) => ({ name: nameIn(column) ?? '' })) }),
  );
}

function namesOf({
  columns,
}: {
  readonly columns: readonly { readonly name: string }[];
}): ReadonlySet<string> {
  return new Set(columns.map(({ name }) => foldedName(name)));
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((name) => b.has(name)).length;
  return shared / Math.max(a.size + b.size - shared, 1);
}

async function isSmall(uri: Uri, maxSize: number): Promise<boolean> {
  return (await workspace.fs.stat(uri)).size <= maxSize;
}
