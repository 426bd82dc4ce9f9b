import * as vscode from 'vscode';
import { once } from '../once.ts';
import { registerCommands } from '../register-commands.ts';
import type { Studio } from '../studio.ts';
import { CodeLenses } from './code-lenses.ts';
import { Diagnostics, languages } from './diagnostics.ts';
import { registerLanguageFeatures } from './language-features.ts';
import { ProblemCollection } from './problem-collection.ts';
import { TextChecks } from './text-checks.ts';

/** Writing a dataset: problems and their fixes, completion, outline, lenses. `rulesPage` explains each rule under its code. */
export function registerAuthoring(
  { settings, log }: Pick<Studio, 'settings' | 'log'>,
  rulesPage: vscode.Uri,
): vscode.Disposable {
  const problems = new ProblemCollection(rulesPage);
  const checks = new TextChecks();
  const diagnostics = new Diagnostics({ settings, problems, checks });
  const lenses = new CodeLenses(settings);
  const loaded: vscode.Disposable[] = [];
  const workspaceValidation = once(async () => {
    const { WorkspaceValidation } = await import('./workspace-validation.ts');
    const validation = new WorkspaceValidation({ settings, problems, checks }, diagnostics.onDidForget);
    loaded.push(validation);
    return validation;
  });
  return vscode.Disposable.from(
    problems,
    checks,
    diagnostics,
    registerLanguageFeatures(settings),
    lenses,
    vscode.languages.registerCodeLensProvider(Object.keys(languages), lenses),
    registerCommands(log, {
      'dataset.new': async (request) => (await import('./new-dataset.ts')).newDataset(request),
      'dataset.validateWorkspace': async () =>
        (await import('./validate-workspace.ts')).validateWorkspace(await workspaceValidation()),
      // What a quick fix runs; in no menu.
      '_dataset.addDataType': async (dataType, resource, target) =>
        (await import('./data-type-setting.ts')).addDataType(dataType, resource, target),
    }),
    new vscode.Disposable(() => vscode.Disposable.from(...loaded).dispose()),
  );
}
