import { rmSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { validDocument } from '../documents.ts';
import { writeDataFile } from '../inference/data-file.ts';
import { median } from '../side-by-side.ts';
import type { EditorMeasurements, MeasurementRequest } from './measurements.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Called by VS Code in the extension host. */
export async function run(): Promise<void> {
  const request: MeasurementRequest = JSON.parse(process.env.DATASET_STUDIO_MEASURE ?? '');
  const activation: Record<string, number> = {};
  for (const id of request.extensions) {
    // Waits until the host has started, and until VS Code has sent its first requests to the previous extension.
    await pause(3000);
    activation[id] = await activationTime(id);
  }
  const typing = request.typing
    ? {
        json1: await typingDelay('dataset.json', validDocument(1_000_000, 2)),
        json10: await typingDelay('dataset.json', validDocument(10_000_000, 2)),
        // JSON is also valid YAML.
        yaml1: await typingDelay('dataset.yaml', validDocument(1_000_000, 2)),
        plain1: await typingDelay('txt', validDocument(1_000_000, 2)),
        plain10: await typingDelay('txt', validDocument(10_000_000, 2)),
      }
    : undefined;
  const reading = request.reading ? await readingDelay() : undefined;
  const measurements: EditorMeasurements = {
    activation,
    ...(typing && { typing }),
    ...(reading !== undefined && { reading }),
  };
  writeFileSync(request.output, JSON.stringify(measurements));
}

async function activationTime(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension || extension.isActive) throw new Error(`${id} is not installed or already active.`);
  const started = performance.now();
  await extension.activate();
  return performance.now() - started;
}

/** Keystrokes in a name. A letter or a space requests completion. The quotation mark makes the text invalid. */
const keystrokes = ['x', ' ', '"', 'backspace', 'x', ':', '"', 'backspace'];

/**
 * Measures the longest time, in milliseconds, that the host is blocked while a user types in a document. Returns the
 * median of several rounds, because the host sometimes does other work.
 */
async function typingDelay(ending: string, text: string): Promise<number> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('The benchmark needs a workspace folder.');
  const file = vscode.Uri.joinPath(folder.uri, `large-${text.length}.${ending}`);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(file);
  const editor = await vscode.window.showTextDocument(document);
  const start = document.positionAt(text.indexOf('Sales'));
  editor.selection = new vscode.Selection(start, start);
  await pause(8000);
  const maxDelays: number[] = [];
  for (let round = 0; round < 5; round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (const key of keystrokes) {
      if (key === 'backspace') await vscode.commands.executeCommand('deleteLeft');
      else await vscode.commands.executeCommand('type', { text: key });
      // Allows a check after each keystroke.
      await pause(400);
    }
    await pause(1000);
    delay.disable();
    maxDelays.push(delay.max / 1e6);
  }
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  return median(maxDelays);
}

/** Measures the longest time, in milliseconds, that the host is blocked while a data file of 1 GB is read. */
async function readingDelay(): Promise<number> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('The benchmark needs a workspace folder.');
  const file = vscode.Uri.joinPath(folder.uri, 'large.csv');
  writeDataFile(file.fsPath, 1e9, 'csv');
  await pause(3000);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const command = vscode.commands.executeCommand('dataset.newFromData', file);
  // About half of the file. The page, which comes at its end, is closed.
  await pause(2000);
  delay.disable();
  let isDone = false;
  void command.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await pause(500);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  }
  rmSync(file.fsPath);
  return delay.max / 1e6;
}
