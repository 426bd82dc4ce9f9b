import { commands, type Disposable, l10n, languages, type Uri, workspace } from 'vscode';
import { isDataset } from '../languages.ts';
import { notify } from '../notifications.ts';
import type { Sample } from './sample.ts';

export { Sample } from './sample.ts';

/** Notices when a dataset that had problems has none after an edit, which completes a step of the walkthrough. */
export function followProblemStep(): Disposable {
  /** The version of each dataset document that had problems, by URI. */
  const versions = new Map<string, number>();
  const wasFixed = (uri: Uri) => {
    const key = uri.toString();
    const document = workspace.textDocuments.find((open) => open.uri.toString() === key);
    // Closing a document removes its problems, too.
    if (!document || !isDataset(document)) return false;
    // The setting `dataset.validate` removes the problems of a document without changing it.
    if (!languages.getDiagnostics(uri).some(({ source }) => source === 'dataset'))
      return document.version > (versions.get(key) ?? Number.POSITIVE_INFINITY);
    versions.set(key, document.version);
    return false;
  };
  const listener = languages.onDidChangeDiagnostics(({ uris }) => {
    if (!uris.some(wasFixed)) return;
    listener.dispose();
    void commands.executeCommand('setContext', 'dataset.problemFixed', true);
  });
  return listener;
}

/** Opens the quick fix menu of the first problem of the sample. */
export async function showSampleProblem(sample: Sample): Promise<void> {
  const editor = await sample.show();
  if (!editor) return;
  const hasProblem = await commands.executeCommand<boolean>('_dataset.showQuickFixes', editor.document.uri);
  if (!hasProblem) void notify('information', l10n.t('The dataset has no problems.'));
}
