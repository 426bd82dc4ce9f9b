import * as vscode from 'vscode';

/** The resolved code lenses of a document. */
export async function lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
    10,
  );
}
