import * as vscode from 'vscode';
import { reportLine } from '../../workbench/extension-tests/report-line.ts';

/** Called by VS Code in the web extension host. Measures one activation, including loading, in milliseconds. */
export async function run(): Promise<void> {
  // Waits until the host has started.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const extension = vscode.extensions.getExtension('dataset-studio.dataset-studio');
  if (!extension || extension.isActive) throw new Error('The extension is not installed or already active.');
  const started = performance.now();
  await extension.activate();
  console.log(reportLine(performance.now() - started));
}
