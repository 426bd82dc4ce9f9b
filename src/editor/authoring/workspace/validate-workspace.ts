import { commands, l10n, window } from 'vscode';
import { notificationText } from '../../notification-text.ts';
import type { WorkspaceValidation, WorkspaceValidationResult } from './workspace-validation.ts';

/** Runs *Validate All Datasets* and shows a summary. */
export async function validateWorkspace(validation: WorkspaceValidation): Promise<WorkspaceValidationResult> {
  const result = await validation.run();
  if (!result.cancelled) void showSummary(result);
  return result;
}

async function showSummary({
  files,
  unreadable,
  errors,
  warnings,
}: WorkspaceValidationResult): Promise<void> {
  if (files === 0) {
    await window.showInformationMessage(
      l10n.t(
        'This workspace has no dataset files. The name of a dataset file ends in .dataset.json, .dataset.yaml, or .dataset.yml.',
      ),
    );
    return;
  }
  const message =
    unreadable === 0
      ? l10n.t('Dataset files: {files}. Errors: {errors}. Warnings: {warnings}.', { files, errors, warnings })
      : l10n.t(
          "Dataset files: {files}. Errors: {errors}. Warnings: {warnings}. Files that can't be read: {unreadable}. See the Problems panel for the reasons.",
          { files, errors, warnings, unreadable },
        );
  if (errors + warnings === 0) {
    await window.showInformationMessage(notificationText(message));
    return;
  }
  const showProblems = l10n.t('Show Problems');
  const show = errors > 0 ? window.showErrorMessage : window.showWarningMessage;
  if ((await show(notificationText(message), showProblems)) === showProblems)
    await commands.executeCommand('workbench.actions.view.problems');
}
