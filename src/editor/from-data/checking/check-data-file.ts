import { Uri } from 'vscode';
import { isDatasetFile } from '../../../inference/formats/formats.ts';
import { activeDocumentUri } from '../../active-document.ts';
import { chooseDataFiles, openDialog } from '../choose-data-files.ts';
import { readTableRequest } from '../update-from-data.ts';
import { chooseDataset } from './choose-dataset.ts';
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
