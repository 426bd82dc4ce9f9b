import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('The extension', () => {
  it('is present', () => {
    assert.ok(vscode.extensions.getExtension('dataset-studio.dataset-studio'));
  });

  it('activates when a dataset file is opened', async () => {
    const [file] = await vscode.workspace.findFiles('sales.dataset.json');
    assert.ok(file, 'the workspace has no sales.dataset.json');
    await vscode.window.showTextDocument(file);
    const extension = vscode.extensions.getExtension('dataset-studio.dataset-studio');
    for (let wait = 0; !extension?.isActive && wait < 100; wait += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.ok(extension?.isActive);
  });
});
