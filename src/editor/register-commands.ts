import * as vscode from 'vscode';

/** Gets what the command is called with: a URI from a menu, whatever other extensions pass. */
export type Command = (...args: unknown[]) => Promise<unknown>;

export function registerCommands(commands: Readonly<Record<string, Command>>): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}
