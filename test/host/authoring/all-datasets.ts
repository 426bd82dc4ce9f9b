import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './documents.ts';

/** The text of a dataset without problems. */
export const valid =
  '{ "name": "Sales", "tables": [{ "name": "T", "columns": [{ "name": "C", "dataType": "Int64" }] }] }';

/** The same with one problem: `wrong-type`. */
export const withoutValidName = valid.replace('"Sales"', '7');

/** The folder of the workspace that the tests of *Validate All Datasets* write to. */
export const folder = vscode.Uri.joinPath(
  vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'),
  'all-datasets',
);

/** Of a file or folder in `folder`. */
export function uriOf(name: string): vscode.Uri {
  return vscode.Uri.joinPath(folder, name);
}

/** What the command returns. */
export interface ValidationResult {
  readonly files: number;
  readonly errors: number;
  readonly isProjectBroken: boolean;
  readonly skipped: { readonly excluded?: readonly vscode.Uri[] };
  readonly cancelled: boolean;
}

/** Runs *Validate All Datasets*. */
export function validateAll(): Thenable<ValidationResult> {
  return vscode.commands.executeCommand<ValidationResult>('dataset.validateWorkspace');
}

/** The rules of a file's problems in the Problems panel. */
export function codesOf(file: vscode.Uri): (string | number | undefined)[] {
  return vscode.languages
    .getDiagnostics(file)
    .map(({ code }) => (typeof code === 'object' ? code.value : code))
    .sort();
}

/** Waits until a file has exactly these problems in the Problems panel. */
export async function expectProblems(file: vscode.Uri, ...codes: string[]): Promise<void> {
  await eventually(() => (codesOf(file).join() === codes.join() ? true : undefined));
  assert.deepEqual(codesOf(file), codes);
}

/** Changes a setting of the workspace; `undefined` removes it. */
export function updateSetting(section: string, name: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Workspace);
}
