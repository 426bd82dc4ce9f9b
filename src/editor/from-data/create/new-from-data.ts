import { l10n, type QuickPickItem, type Uri, window } from 'vscode';
import { datasetText } from '../../../app/dataset-text.ts';
import { datasetName, describeTables } from '../../../app/infer.ts';
import type { Dataset } from '../../../dataset/dataset.ts';
import type { DocumentFormat } from '../../../dataset/document.ts';
import type { InferenceReport } from '../../../inference/report/report.ts';
import type { InferredTable } from '../../../inference/tables/inferred-table.ts';
import { defaultDecimalType, hasFractions } from '../../../inference/tables/to-dataset.ts';
import { notify } from '../../notifications.ts';
import type { ReadOnlyDocuments } from '../../read-only-documents.ts';
import { chooseDecimalType } from '../decimal-type.ts';
import { fileName } from '../file-name.ts';
import type { FilesInEditor, FromDataHost } from '../from-data-host.ts';
import { showReport } from '../show-report.ts';
import { chooseDataFiles } from './data-files.ts';
import { openNewDocument } from './open-new-document.ts';
import { readData } from './read-data.ts';

export interface NewFromDataDependencies {
  readonly host: FromDataHost;
  readonly documents: ReadOnlyDocuments;
}

/** **New Dataset from Data Files…**: an untitled document with a table for each file. */
export async function newFromData(
  { host, documents }: NewFromDataDependencies,
  target: unknown,
  selection: unknown,
): Promise<void> {
  const files = await chooseDataFiles(target, selection);
  const [first] = files;
  if (first === undefined) return;
  const read = await readData(host, files, {
    chooseTables: chooseMerged,
    title: l10n.t('Columns of the New Dataset'),
    placeHolder: l10n.t("Deselect the columns that you don't need"),
  });
  if (read === undefined) return;
  const { selected: tables } = read;
  const format = await chooseFormat();
  if (format === undefined) return;
  const decimalType = await decimalTypeFor(tables, first);
  if (decimalType === undefined) return;

  const { dataset, report } = describeTables(datasetName(files.map(nameOf)), tables, decimalType);
  const document = await openNewDocument(dataset.name, await datasetText(dataset, format), {
    format,
    file: first,
  });
  const editor = await window.showTextDocument(document, { preview: false });
  // VS Code detects it only in text that a document is opened with.
  editor.options = { insertSpaces: true, tabSize: 2 };
  // The command ends here, whenever the message is answered.
  void offerReport(documents, dataset, report);
}

async function chooseMerged({
  tables,
  merged,
}: FilesInEditor): Promise<readonly InferredTable[] | undefined> {
  if (merged === undefined) return tables;
  const items = [
    {
      label: merged.length === 1 ? l10n.t('One table') : l10n.t('{0} tables', merged.length),
      detail: l10n.t('Files with the same columns become one table'),
      tables: merged,
    },
    { label: l10n.t('{0} tables', tables.length), detail: l10n.t('A table for each file'), tables },
  ];
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Tables of the New Dataset'),
    placeHolder: l10n.t('Some files have the same columns. Merge them?'),
    ignoreFocusOut: true,
  });
  return choice?.tables;
}

async function chooseFormat(): Promise<DocumentFormat | undefined> {
  const items: (QuickPickItem & { readonly format: DocumentFormat })[] = [
    { label: 'JSON', format: 'json' },
    { label: 'YAML', format: 'yaml' },
  ];
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Format of the New Dataset'),
    ignoreFocusOut: true,
  });
  return choice?.format;
}

async function decimalTypeFor(tables: readonly InferredTable[], resource: Uri): Promise<string | undefined> {
  return hasFractions(tables) ? chooseDecimalType(resource) : defaultDecimalType;
}

function nameOf(file: Uri) {
  const path = file.scheme === 'file' ? file.fsPath : file.path;
  return { kind: 'disk', name: fileName(file), path } as const;
}

async function offerReport(
  documents: ReadOnlyDocuments,
  { name, tables }: Dataset,
  report: InferenceReport,
): Promise<void> {
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  const message = l10n.t(
    'Dataset "{0}" was inferred from the data. Tables: {1}, columns: {2}.',
    name,
    tables.length,
    columns,
  );
  const choice = await notify('information', message, { buttons: { show: l10n.t('Show Report') } });
  if (choice === 'show') await showReport(documents, name, report);
}
