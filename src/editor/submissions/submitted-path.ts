import { type Uri, workspace } from 'vscode';
import { pathInRepository } from '../../storage/repository-root.ts';

/** The path of a document from the root of its repository, otherwise from its workspace folder, as the journal has it. */
export function submittedPath(uri: Uri): string | undefined {
  return pathInRepository(uri.toString(true), workspace.getWorkspaceFolder(uri)?.uri.fsPath);
}
