import { Disposable, type TextDocument, workspace } from 'vscode';
import type { DocumentFormat } from '../dataset/document.ts';

/** Our own languages: no other extension validates them, so that each problem stands in the Problems panel once. */
export const languages: ReadonlyMap<string, DocumentFormat> = new Map([
  ['dataset-json', 'json'],
  ['dataset-yaml', 'yaml'],
]);

export function isDataset({ languageId }: TextDocument): boolean {
  return languages.has(languageId);
}

/** Calls once a dataset is open, now or later: what only its authors need is not loaded before. */
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
