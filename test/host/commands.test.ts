import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const extension = vscode.extensions.getExtension('dataset-studio.dataset-studio');

describe('Commands', () => {
  it('are all registered that package.json contributes', async () => {
    await extension?.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const { command } of extension?.packageJSON.contributes.commands ?? [])
      assert.ok(registered.has(command), command);
  });
});
