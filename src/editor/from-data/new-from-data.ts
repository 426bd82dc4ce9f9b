import { l10n, type Uri, ViewColumn } from 'vscode';
import { datasetName, datasetText, describeTables } from '../../app/infer-dataset.ts';
import { showNewDocument } from '../new-document.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { chooseDataFiles } from './choose-data-files.ts';
import { type FromDataHost, fileName } from './infer-files.ts';
import { readOnDataPage } from './read-data.ts';
import { offerReport } from './show-report.ts';

/** **New Dataset from Data Files…**: an untitled document with a table for each file. */
export async function newFromData(
  host: FromDataHost,
  documents: ReadOnlyDocuments,
  target: unknown,
  selection: unknown,
): Promise<void> {
  const files = await chooseDataFiles(target, selection);
  const [first] = files;
  if (first === undefined) return;
  const answer = await readOnDataPage(host, files, {
    title:
      files.length === 1
        ? l10n.t('New Dataset from {0}', fileName(first))
        : l10n.t('New Dataset from {0} Data Files', files.length),
    accept: l10n.t('Create Dataset File'),
    viewColumn: ViewColumn.Active,
    formats: ['json', 'yaml'],
    resource: first,
    selectsColumns: true,
  });
  if (answer === undefined) return;
  const { tables, decimalType } = answer;
  const { schemas } = answer.files;
  const format = answer.format === 'yaml' ? 'yaml' : 'json';

  const { dataset, report } = describeTables(datasetName(files.map(nameOf)), tables, decimalType, {
    schemas,
  });
  const content = await datasetText(dataset, format);
  await showNewDocument({ name: dataset.name, content, format, file: first });
  // The command ends here, whenever the message is answered.
  const message = l10n.t(
    'Dataset "{0}" was inferred from the data. Tables: {1}, columns: {2}.',
    dataset.name,
    dataset.tables.length,
    dataset.tables.reduce((sum, { columns }) => sum + columns.length, 0),
  );
  void offerReport(message, documents, dataset.name, report);
}

function nameOf(file: Uri) {
  const path = file.scheme === 'file' ? file.fsPath : file.path;
  return { kind: 'disk', name: fileName(file), path } as const;
}
