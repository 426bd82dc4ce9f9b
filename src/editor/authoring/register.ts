import * as vscode from 'vscode';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio.ts';
import { CodeLenses } from './code-lenses.ts';
import { Diagnostics, languages } from './diagnostics.ts';
import { registerLanguageFeatures } from './language-features.ts';

/** Writing a dataset: problems and their fixes, completion, outline, lenses. `rulesPage` explains each rule under its code. */
export function registerAuthoring(
  { settings, log }: Pick<Studio, 'settings' | 'log'>,
  rulesPage: vscode.Uri,
): vscode.Disposable {
  const lenses = new CodeLenses(settings);
  return vscode.Disposable.from(
    new Diagnostics(settings, rulesPage),
    registerLanguageFeatures(settings),
    lenses,
    vscode.languages.registerCodeLensProvider(Object.keys(languages), lenses),
    registerCommands(log, {
      'dataset.new': async (request) => (await import('./new-dataset.ts')).newDataset(request),
      // What a quick fix runs; in no menu.
      '_dataset.addDataType': async (dataType, resource, target) =>
        (await import('./data-type-setting.ts')).addDataType(dataType, resource, target),
    }),
  );
}
