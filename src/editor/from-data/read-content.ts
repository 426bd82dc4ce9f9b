import { l10n, type Uri } from 'vscode';
import { failure, type Result } from '../../result.ts';
import { workspaceFiles } from '../authoring/workspace/file-content.ts';

/** Reads a file of up to 64 MB through VS Code, wherever it is. The failure is a message for the user. */
export async function readContent(file: Uri): Promise<Result<Uint8Array, string>> {
  const content = await workspaceFiles.read(file);
  if (content.ok) return content;
  switch (content.failure.kind) {
    case 'not-found':
      return failure(l10n.t('The file no longer exists.'));
    case 'unreadable':
      return failure(content.failure.message);
  }
}
