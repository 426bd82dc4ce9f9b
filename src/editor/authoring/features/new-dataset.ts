import {
  type Disposable,
  l10n,
  languages,
  type QuickPickItem,
  QuickPickItemKind,
  Range,
  SnippetString,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { type DocumentFormat, hasDatasetName } from '../../../dataset/dataset.ts';
import { placeholderDefaults } from '../../../dataset/fixes/fix-edit.ts';
import { type Template, templates } from '../../../dataset/language/templates.ts';
import { showNewDocument } from '../../documents/new-document.ts';
import { datasetFormat, isDataset } from '../../studio/languages.ts';
import { fileName, unusedUri } from '../../studio/uris.ts';
import { notify, showFailure } from '../../ui/notifications.ts';

interface TemplateItem extends QuickPickItem {
  /** Absent in a heading. */
  readonly template?: Template;
  readonly format: DocumentFormat;
}

/** Runs *New Dataset File*: opens an untitled document with a template, which the user selects, and makes a snippet of it. */
export async function newDataset(): Promise<void> {
  const items = (['json', 'yaml'] as const).flatMap((format): TemplateItem[] => [
    { label: format.toUpperCase(), kind: QuickPickItemKind.Separator, format },
    ...templates().map((template) => ({
      label: template.label,
      description: template.description,
      template,
      format,
    })),
  ]);
  const picked = await window.showQuickPick(items, {
    title: l10n.t('New Dataset File'),
    placeHolder: l10n.t('Select a template'),
  });
  if (picked?.template === undefined) return;
  const { template, format } = picked;
  const snippet = template.snippet(format);
  // At once: an empty document would have an error until the snippet is inserted.
  const content = placeholderDefaults(snippet).replaceAll('\t', '  ');
  const editor = await showNewDocument({ name: 'dataset', content, format });
  const whole = new Range(0, 0, content.split('\n').length, 0);
  const isInserted = await editor.insertSnippet(new SnippetString(snippet), whole);
  if (!isInserted) showFailure(l10n.t('The document has changed in the meantime. Try again.'));
}

/**
 * Offers another name where a new dataset was saved under one that VS Code doesn't take for a dataset's, such as `sales.json`. Until
 * that is closed, it stays a dataset, by its language mode.
 */
export function offerDatasetNames(): Disposable {
  return workspace.onDidSaveTextDocument((saved) => {
    if (hasDatasetName(saved.uri.path)) return;
    // VS Code closes the untitled document afterwards.
    const source = workspace.textDocuments.find(
      (each) => each.isUntitled && isDataset(each) && each.getText() === saved.getText(),
    );
    const format = source && datasetFormat(source);
    if (format === undefined) return;
    void languages.setTextDocumentLanguage(saved, `dataset-${format}`);
    void offerName(saved, format);
  });
}

async function offerName({ uri }: TextDocument, format: string): Promise<void> {
  const name = fileName(uri);
  const stem = name.replace(/\.(json|ya?ml|txt)$/i, '');
  const renamed = await unusedUri(Uri.joinPath(uri, '..'), stem, `.dataset.${format}`);
  const newName = fileName(renamed);
  const message = l10n.t(
    '{0} is not recognized as a dataset file. The names of dataset files end in {1}.',
    name,
    `.dataset.${format}`,
  );
  const rename = () => {
    const edit = new WorkspaceEdit();
    edit.renameFile(uri, renamed, { overwrite: false });
    return workspace.applyEdit(edit);
  };
  await notify('warning', message, { title: l10n.t('Rename to {0}', newName), run: rename });
}
