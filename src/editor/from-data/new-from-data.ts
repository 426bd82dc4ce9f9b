import { l10n, type Uri, ViewColumn } from 'vscode';
import { datasetName, datasetText } from '../../app/infer-dataset.ts';
import { toDataset } from '../../inference/inferred-table.ts';
import { type InferenceReport, inferenceReport, markdownReport } from '../../inference/report/report.ts';
import { newDocumentPlace, showNewDocument } from '../documents/new-document.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import type { ReadOnlyDocuments } from '../studio/read-only-documents.ts';
import { fileName } from '../studio/uris.ts';
import { type Action, notify } from '../ui/notifications.ts';
import { chooseDataFiles } from './data-questions.ts';
import { readOnDataPage } from './read-data.ts';

/** **New Dataset from Data Files…**: an untitled document with a table for each file. */
export async function newFromData(studio: CommonStudio, target: unknown, selection: unknown): Promise<void> {
  const files = await chooseDataFiles(target, selection);
  const [first] = files;
  if (first === undefined) return;
  const answer = await readOnDataPage(studio, files, {
    title:
      files.length === 1
        ? l10n.t('New Dataset from {0}', fileName(first))
        : l10n.t('New Dataset from {0} Data Files', files.length),
    accept: l10n.t('Create Dataset File'),
    viewColumn: ViewColumn.Active,
    formats: ['json', 'yaml'],
    dataset: newDocumentPlace(first),
    selectsColumns: true,
  });
  if (answer === undefined) return;
  const { tables, decimalType } = answer;
  const { schemas } = answer.files;
  const format = answer.format === 'yaml' ? 'yaml' : 'json';

  const dataset = toDataset(datasetName(files.map(nameOf)), tables, decimalType);
  const report = inferenceReport(tables, decimalType, undefined, schemas);
  const content = await datasetText(dataset, format);
  await showNewDocument({ name: dataset.name, content, format, file: first });
  // The command ends here, whenever the message is answered.
  const message = l10n.t(
    'Dataset "{0}" was inferred from the data. Tables: {1}, columns: {2}.',
    dataset.name,
    dataset.tables.length,
    dataset.tables.reduce((sum, { columns }) => sum + columns.length, 0),
  );
  void offerReport(message, studio.documents, dataset.name, report);
}

function nameOf(file: Uri) {
  const path = file.scheme === 'file' ? file.fsPath : file.path;
  return { kind: 'disk', name: fileName(file), path } as const;
}

/** Shows a message with a button that opens the report beside the editor, after others. `name`: the dataset's or table's name. */
export async function offerReport(
  message: string,
  documents: ReadOnlyDocuments,
  name: string,
  report: InferenceReport,
  ...actions: readonly Action[]
): Promise<void> {
  const show = () => documents.showMarkdownBeside(l10n.t('Report on {0}', name), markdownReport(report));
  await notify('info', message, ...actions, { title: l10n.t('Show Report'), run: show });
}
