import { commands, l10n } from 'vscode';
import { notify } from '../../notifications.ts';
import type { WorkspaceValidation, WorkspaceValidationResult } from './workspace-validation.ts';

/** Runs *Validate All Datasets* and shows a summary. */
export async function validateWorkspace(validation: WorkspaceValidation): Promise<WorkspaceValidationResult> {
  const result = await validation.run();
  if (!result.cancelled) void showSummary(result);
  return result;
}

async function showSummary({ files, errors, warnings }: WorkspaceValidationResult): Promise<void> {
  if (files === 0) {
    await notify(
      'information',
      l10n.t(
        'This workspace has no dataset files. The name of a dataset file ends in .dataset.json, .dataset.yaml, or .dataset.yml.',
      ),
    );
    return;
  }
  const message = l10n.t('Dataset files: {files}. Errors: {errors}. Warnings: {warnings}.', {
    files,
    errors,
    warnings,
  });
  if (errors + warnings === 0) {
    await notify('information', message);
    return;
  }
  const choice = await notify(errors > 0 ? 'error' : 'warning', message, {
    buttons: { showProblems: l10n.t('Show Problems') },
  });
  if (choice === 'showProblems') await commands.executeCommand('workbench.actions.view.problems');
}
