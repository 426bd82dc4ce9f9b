import { type Disposable, l10n, languages, type TextDocument, Uri, WorkspaceEdit, workspace } from 'vscode';
import { languages as datasetLanguages, isDataset } from '../../languages.ts';
import { notify } from '../../notifications.ts';
import { unusedUri } from '../../unused-uri.ts';
import { datasetGlob } from '../workspace/dataset-files.ts';

/** Offers another name where a new dataset was saved under one that VS Code doesn't take for a dataset's, such as `sales.json`. */
export function offerDatasetNames(): Disposable {
  return workspace.onDidSaveTextDocument((saved) => {
    if (languages.match({ pattern: datasetGlob }, saved) > 0) return;
    // VS Code closes the untitled document afterwards.
    const source = workspace.textDocuments.find(
      (each) => each.isUntitled && isDataset(each) && each.getText() === saved.getText(),
    );
    const format = source && datasetLanguages.get(source.languageId);
    if (format !== undefined) void offerName(saved, format);
  });
}

async function offerName({ uri }: TextDocument, format: string): Promise<void> {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const stem = name.replace(/\.(json|ya?ml|txt)$/i, '');
  const renamed = await unusedUri(Uri.joinPath(uri, '..'), stem, `.dataset.${format}`);
  const newName = renamed.path.slice(renamed.path.lastIndexOf('/') + 1);
  const message = l10n.t(
    '{0} is not recognized as a dataset file. The names of dataset files end in {1}.',
    name,
    `.dataset.${format}`,
  );
  const choice = await notify('warning', message, { buttons: { rename: l10n.t('Rename to {0}', newName) } });
  if (choice !== 'rename') return;
  const edit = new WorkspaceEdit();
  edit.renameFile(uri, renamed, { overwrite: false });
  await workspace.applyEdit(edit);
}
