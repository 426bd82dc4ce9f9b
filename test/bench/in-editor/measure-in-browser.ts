import * as vscode from 'vscode';
import { reportLine } from '../../workbench/report-line.ts';

/** What VS Code calls in the web extension host: measures one activation, loading included, in milliseconds. */
export async function run(): Promise<void> {
  // The host has finished its start by then.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const extension = vscode.extensions.getExtension('dataset-studio.dataset-studio');
  if (!extension || extension.isActive) throw new Error('The extension is missing, or already active.');
  const started = performance.now();
  await extension.activate();
  console.log(reportLine(performance.now() - started));
}
