import { commands, type Uri, ViewColumn, window } from 'vscode';
import { targetsOf } from '../submissions/create/target.ts';

// What `register.ts` loads when VS Code first asks for it.
export { DesignerPanel } from './designer-panel.ts';

/** Opens the designer beside the text: of a URI, or of the active editor's document. */
export async function openDesigner(target?: unknown): Promise<void> {
  const { uris } = targetsOf(target);
  const [uri] = uris;
  if (uri === undefined) return;
  await commands.executeCommand('vscode.openWith', uri, 'dataset.designer', columnFor(uri));
}

/** Beside the text, if that is what is open; otherwise where the user is. */
function columnFor(uri: Uri): ViewColumn {
  const isText = window.activeTextEditor?.document.uri.toString() === uri.toString();
  return isText ? ViewColumn.Beside : ViewColumn.Active;
}
