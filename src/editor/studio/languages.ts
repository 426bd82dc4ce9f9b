import { Disposable, type TextDocument, workspace } from 'vscode';
import { type DocumentFormat, formatOf, hasDatasetName } from '../../dataset/dataset.ts';
import { projectFileName } from '../../project/project-file.ts';

/** Language IDs and their formats. Other extensions don't validate these languages, so each problem is shown only once. */
export const languages: ReadonlyMap<string, DocumentFormat> = new Map([
  ['dataset-json', 'json'],
  ['dataset-yaml', 'yaml'],
]);

/**
 * The format of a dataset, undefined for another document. The name of a dataset file decides, whatever its language mode is:
 * settings and users change that. A document without such a name, such as an untitled one, is a dataset by its language mode.
 */
export function datasetFormat({
  uri,
  languageId,
}: Pick<TextDocument, 'uri' | 'languageId'>): DocumentFormat | undefined {
  return (hasDatasetName(uri.path) ? formatOf(uri.path) : undefined) ?? languages.get(languageId);
}

export function isDataset(document: TextDocument): boolean {
  return datasetFormat(document) !== undefined;
}

/** Whether a document is a project file, by its name. */
export function isProjectFile({ uri }: Pick<TextDocument, 'uri'>): boolean {
  return uri.path.endsWith(`/${projectFileName}`);
}

/** Calls `load` once: now if a dataset is open, or another document that is `wanted`, otherwise when one is opened. */
export function whenDatasetOpens(
  load: () => unknown,
  isWanted: (document: TextDocument) => boolean = isDataset,
): Disposable {
  if (workspace.textDocuments.some(isWanted)) {
    load();
    return new Disposable(() => {});
  }
  const listener = workspace.onDidOpenTextDocument((document) => {
    if (!isWanted(document)) return;
    listener.dispose();
    load();
  });
  return listener;
}
