import { commands, type Uri, ViewColumn, window } from 'vscode';

/** Opens the preview of a Markdown document beside the active editor. */
export async function showMarkdownBeside(uri: Uri): Promise<void> {
  try {
    await commands.executeCommand('markdown.showPreviewToSide', uri);
  } catch {
    // VS Code's Markdown extension is off.
    await window.showTextDocument(uri, { viewColumn: ViewColumn.Beside, preserveFocus: true });
  }
}
