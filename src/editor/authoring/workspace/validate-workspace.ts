import { commands, l10n, window } from 'vscode';
import { notificationText } from '../../notification-text.ts';
import type { WorkspaceValidation, WorkspaceValidationResult } from './workspace-validation.ts';

/** *Validate All Datasets*: checks, and tells the sum. */
export async function validateWorkspace(validation: WorkspaceValidation): Promise<WorkspaceValidationResult> {
  const result = await validation.run();
  if (!result.cancelled) void tell(result);
  return result;
}

async function tell({ files, unreadable, errors, warnings }: WorkspaceValidationResult): Promise<void> {
  if (files === 0) {
    await window.showInformationMessage(
      l10n.t(
        'There is no dataset file in this workspace. A dataset file is named *.dataset.json, *.dataset.yaml or *.dataset.yml.',
      ),
    );
    return;
  }
  const sum = l10n.t('Dataset files: {files}. Errors: {errors}. Warnings: {warnings}.', {
    files,
    errors,
    warnings,
  });
  const unread =
    unreadable === 0
      ? ''
      : ` ${l10n.t("Files that can't be read: {unreadable}. Their problems say why.", { unreadable })}`;
  const message = sum + unread;
  if (errors + warnings === 0) {
    await window.showInformationMessage(notificationText(message));
    return;
  }
  const showProblems = l10n.t('Show Problems');
  const show = errors > 0 ? window.showErrorMessage : window.showWarningMessage;
  if ((await show(notificationText(message), showProblems)) === showProblems)
    await commands.executeCommand('workbench.actions.view.problems');
}
