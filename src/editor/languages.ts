import { Disposable, type TextDocument, workspace } from 'vscode';
import type { DocumentFormat } from '../dataset/dataset.ts';

/** Language IDs and their formats. Other extensions don't validate these languages, so each problem is shown only once. */
export const languages: ReadonlyMap<string, DocumentFormat> = new Map([
  ['dataset-json', 'json'],
  ['dataset-yaml', 'yaml'],
]);

export function isDataset({ languageId }: TextDocument): boolean {
  return languages.has(languageId);
}

/** Calls `load` once: now if a dataset is open, otherwise when one is opened. */
export function whenDatasetOpens(load: () => unknown): Disposable {
  if (workspace.textDocuments.some(isDataset)) {
    load();
    return new Disposable(() => {});
  }
  const listener = workspace.onDidOpenTextDocument((document) => {
    if (!isDataset(document)) return;
    listener.dispose();
    load();
  });
  return listener;
}
