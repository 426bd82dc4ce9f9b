import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { validDocument } from '../documents.ts';
import { median } from '../side-by-side.ts';
import type { EditorMeasures, MeasureOrder } from './measures.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What VS Code calls in the extension host. */
export async function run(): Promise<void> {
  const order: MeasureOrder = JSON.parse(process.env.DATASET_STUDIO_MEASURE ?? '');
  const activation: Record<string, number> = {};
  for (const id of order.extensions) {
    // What the host does at its start is over then, and what VS Code asks an extension for as soon as it is active.
    await pause(3000);
    activation[id] = await activationTime(id);
  }
  const typing = order.typing
    ? {
        json1: await typingDelay('dataset.json', validDocument(1_000_000, 2)),
        json10: await typingDelay('dataset.json', validDocument(10_000_000, 2)),
        // JSON is YAML.
        yaml1: await typingDelay('dataset.yaml', validDocument(1_000_000, 2)),
        plain1: await typingDelay('txt', validDocument(1_000_000, 2)),
      }
    : undefined;
  const measures: EditorMeasures = { activation, ...(typing && { typing }) };
  writeFileSync(order.output, JSON.stringify(measures));
}

async function activationTime(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension || extension.isActive) throw new Error(`${id} is not there, or active already.`);
  const started = performance.now();
  await extension.activate();
  return performance.now() - started;
}

/**
 * The longest time, in milliseconds, in which the host could do nothing else while someone typed in a document: the
 * median of some rounds, as the host has work of its own now and then. One key in four is a quote that breaks the text,
 * and the next one takes it away.
 */
async function typingDelay(ending: string, text: string): Promise<number> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) throw new Error('There is no folder to write to.');
  const file = vscode.Uri.joinPath(folder.uri, `large-${text.length}.${ending}`);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  await pause(8000);
  const longest: number[] = [];
  for (let round = 0; round < 5; round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let key = 0; key < 8; key++) await typeKey(document, text.indexOf('Sales'), key);
    await pause(1000);
    delay.disable();
    longest.push(delay.max / 1e6);
  }
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  return median(longest);
}

async function typeKey(document: vscode.TextDocument, offset: number, key: number): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const place = document.positionAt(offset);
  if (key % 4 === 1) edit.insert(document.uri, place, '"');
  else if (key % 4 === 2) edit.delete(document.uri, new vscode.Range(place, place.translate(0, 1)));
  else edit.insert(document.uri, place, 'x');
  await vscode.workspace.applyEdit(edit);
  // Slowly enough for a check after each key.
  await pause(400);
}
