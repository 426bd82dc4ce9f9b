import {
  env,
  l10n,
  Position,
  type TextDocument,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { datasetName, datasetText, describeTables } from '../../app/infer-dataset.ts';
import type { DocumentFormat } from '../../dataset/dataset.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { unusedUri } from '../unused-uri.ts';
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
  const format = answer.format === 'yaml' ? 'yaml' : 'json';

  const { dataset, report } = describeTables(datasetName(files.map(nameOf)), tables, decimalType);
  const document = await openNewDocument(dataset.name, await datasetText(dataset, format), {
    format,
    file: first,
  });
  const editor = await window.showTextDocument(document, { preview: false });
  // VS Code detects it only in text that a document is opened with.
  editor.options = { insertSpaces: true, tabSize: 2 };
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

/**
 * Opens an untitled document for a dataset from data files. It is saved as `<name>.dataset.json` (or `.yaml`) in the
 * workspace folder of the first file, in the first one, or beside the file if no folder is open.
 */
export async function openNewDocument(
  name: string,
  content: string,
  { format, file }: { readonly format: DocumentFormat; readonly file: Uri },
): Promise<TextDocument> {
  const [first] = workspace.workspaceFolders ?? [];
  const folder = (workspace.getWorkspaceFolder(file) ?? first)?.uri ?? Uri.joinPath(file, '..');
  if (!isDefaultFileSystem(folder)) return openWithoutPath(content, format);
  try {
    const path = await unusedUri(folder, name || 'dataset', `.dataset.${format}`);
    const document = await workspace.openTextDocument(path.with({ scheme: 'untitled' }));
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), content);
    if (await workspace.applyEdit(edit)) return document;
  } catch {
    // Such as a folder that can't be read.
  }
  return openWithoutPath(content, format);
}

/** Whether VS Code saves untitled documents with a path there: where it runs, or in a workspace that is virtual as a whole. */
function isDefaultFileSystem({ scheme }: Uri): boolean {
  const folders = workspace.workspaceFolders ?? [];
  const isVirtual = env.remoteName === undefined && folders.length > 0;
  return scheme === 'file' || (isVirtual && folders.every(({ uri }) => uri.scheme === scheme));
}

/** The user chooses where to save it. */
function openWithoutPath(content: string, format: DocumentFormat): Thenable<TextDocument> {
  return workspace.openTextDocument({ language: `dataset-${format}`, content });
}
