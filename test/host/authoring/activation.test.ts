import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './documents.ts';

describe('The extension', () => {
  it('is present', () => {
    assert.ok(vscode.extensions.getExtension('dataset-studio.dataset-studio'));
  });

  it('activates when a dataset file is opened', async () => {
    const [file] = await vscode.workspace.findFiles('sales.dataset.json');
    assert.ok(file, 'the workspace has no sales.dataset.json');
    await vscode.window.showTextDocument(file);
    const extension = vscode.extensions.getExtension('dataset-studio.dataset-studio');
    assert.ok(await eventually(() => extension?.isActive || undefined));
  });
});
