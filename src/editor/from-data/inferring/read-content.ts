import { l10n, type Uri } from 'vscode';
import { workspaceFiles } from '../../authoring/workspace/file-content.ts';

/** A file's content, or why it can't be read. */
export type ContentReading =
  | { readonly outcome: 'read'; readonly content: Uint8Array }
  | { readonly outcome: 'unreadable'; readonly message: string };

/** Reads a file of up to 64 MB through VS Code, wherever it is. */
export async function readContent(file: Uri): Promise<ContentReading> {
  const reading = await workspaceFiles.read(file);
  switch (reading.outcome) {
    case 'read':
      return reading;
    case 'not-found':
      return { outcome: 'unreadable', message: l10n.t('The file no longer exists.') };
    case 'unreadable':
      return { outcome: 'unreadable', message: reading.message };
  }
}
