import {
  ConfigurationTarget,
  Disposable,
  l10n,
  languages,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { hasDatasetName } from '../../../dataset/dataset.ts';
import { updateSetting } from '../../studio/host-storage.ts';
import { datasetFormat, languages as datasetLanguages } from '../../studio/languages.ts';
import { fileName, isFile } from '../../studio/uris.ts';
import { notify } from '../../ui/notifications.ts';

/**
 * Says that a dataset file has another language mode, so that it is only checked, and offers to associate its name with ours. Once
 * in a window for each language mode.
 */
export function offerAssociation(): Disposable {
  const offered = new Set<string>();
  const offer = (document: TextDocument | undefined) => {
    if (!document || !isFile(document.uri) || !hasDatasetName(document.uri.path)) return;
    const { languageId } = document;
    if (datasetLanguages.has(languageId) || offered.has(languageId)) return;
    offered.add(languageId);
    const [, pattern = ''] = /(\.dataset\.\w+)$/i.exec(document.uri.path) ?? [];
    void notify(
      'warning',
      l10n.t(
        'Dataset Studio checks {0}, but offers no completion, because its language mode is "{1}", and not that of dataset files.',
        fileName(document.uri),
        languageId,
      ),
      {
        title: l10n.t('Associate {0}', `*${pattern.toLowerCase()}`),
        run: () => associate(document, `*${pattern.toLowerCase()}`),
      },
    );
  };
  offer(window.activeTextEditor?.document);
  return Disposable.from(
    window.onDidChangeActiveTextEditor((editor) => offer(editor?.document)),
    // VS Code opens a document again when its language mode changes.
    workspace.onDidOpenTextDocument((document) => {
      if (document === window.activeTextEditor?.document) offer(document);
    }),
  );
}

/** Adds an association where there are some already, by default in the user settings. It is longer than others, so VS Code prefers it. */
async function associate(document: TextDocument, pattern: string): Promise<void> {
  const format = datasetFormat(document);
  if (format === undefined) return;
  const section = workspace.getConfiguration('files', document);
  const found = section.inspect<Record<string, string>>('associations');
  const { Global, Workspace, WorkspaceFolder } = ConfigurationTarget;
  const [target, value] =
    found?.workspaceFolderValue !== undefined && workspace.workspaceFile !== undefined
      ? ([WorkspaceFolder, found.workspaceFolderValue] as const)
      : found?.workspaceValue !== undefined
        ? ([Workspace, found.workspaceValue] as const)
        : ([Global, found?.globalValue] as const);
  const language = `dataset-${format}`;
  await updateSetting(section, 'files.associations', { ...value, [pattern]: language }, target);
  if (!document.isClosed) await languages.setTextDocumentLanguage(document, language);
}
