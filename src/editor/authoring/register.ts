import * as vscode from 'vscode';
import type { Studio } from '../studio.ts';
import { Diagnostics } from './diagnostics.ts';
import { registerLanguageFeatures } from './language-features.ts';

/** Writing a dataset: problems, completion, hover, formatting. `rulesPage` explains each rule under its code. */
export function registerAuthoring(
  { settings }: Pick<Studio, 'settings'>,
  rulesPage: vscode.Uri,
): vscode.Disposable {
  return vscode.Disposable.from(new Diagnostics(settings, rulesPage), registerLanguageFeatures(settings));
}
