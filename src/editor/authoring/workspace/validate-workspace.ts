import { l10n } from 'vscode';
import { commandButton, notify } from '../../notifications.ts';
import { describeSkipped } from './skipped-files.ts';
import type { WorkspaceValidation, WorkspaceValidationResult } from './workspace-validation.ts';

/** Runs *Validate All Datasets* and shows a summary. */
export async function validateWorkspace(validation: WorkspaceValidation): Promise<WorkspaceValidationResult> {
  const result = await validation.run();
  if (!result.cancelled) void showSummary(result);
  return result;
}

async function showSummary(result: WorkspaceValidationResult): Promise<void> {
  const { files, errors, warnings, isProjectBroken, skipped } = result;
  const left = describeSkipped(skipped);
  if (files === 0 && left.length === 0) {
    await notify(
      'info',
      l10n.t(
        'This workspace has no dataset files. The name of a dataset file ends in .dataset.json, .dataset.yaml, or .dataset.yml.',
      ),
    );
    return;
  }
  const counts = l10n.t('Dataset files: {files}. Errors: {errors}. Warnings: {warnings}.', {
    files,
    errors,
    warnings,
  });
  const message = [counts, ...left].join(' ');
  const show = commandButton(l10n.t('Show Problems'), 'workbench.actions.view.problems');
  if (errors + warnings === 0 && !isProjectBroken) await notify('info', message);
  else await notify(errors > 0 || isProjectBroken ? 'error' : 'warning', message, show);
}
