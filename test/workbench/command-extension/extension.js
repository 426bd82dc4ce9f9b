import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** Runs commands that tests request in files, without the palette, which would take the focus. */
export function activate(context) {
  const folder = process.env.DATASET_STUDIO_COMMAND_REQUESTS;
  context.subscriptions.push(
    vscode.commands.registerCommand('testing.runRequest', async () => {
      const taken = join(folder, 'taken.json');
      try {
        await rename(join(folder, 'request.json'), taken);
      } catch {
        // The key was pressed again before the request was taken.
        return;
      }
      const { id, command, argument } = JSON.parse(await readFile(taken, 'utf8'));
      await writeFile(join(folder, `${id}.started`), '');
      const failure = await run(command, argument).then(() => '', String);
      await writeFile(join(folder, `${id}.ended`), failure);
    }),
  );
}

async function run(command, argument) {
  switch (command) {
    case 'testing.openFile': {
      const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, argument);
      return vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    }
    case 'testing.goToEndOfLine': {
      const editor = vscode.window.activeTextEditor;
      const { end } = editor.document.lineAt(argument - 1).range;
      editor.selection = new vscode.Selection(end, end);
      editor.revealRange(editor.selection);
      return vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    }
    default:
      return vscode.commands.executeCommand(command);
  }
}
