import * as vscode from 'vscode';
import type { DocumentFormat } from '../dataset/document.ts';

/** Our own languages: no other extension validates them, so that each problem stands in the Problems panel once. */
export const languages: ReadonlyMap<string, DocumentFormat> = new Map([
  ['dataset-json', 'json'],
  ['dataset-yaml', 'yaml'],
]);

export function isDataset({ languageId }: vscode.TextDocument): boolean {
  return languages.has(languageId);
}

/** Calls once a dataset is open, now or later: what only its authors need is not loaded before. */
export function whenDatasetOpens(load: () => unknown): vscode.Disposable {
  if (vscode.workspace.textDocuments.some(isDataset)) {
    load();
    return new vscode.Disposable(() => {});
  }
  const listener = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!isDataset(document)) return;
    listener.dispose();
    load();
  });
  return listener;
}
