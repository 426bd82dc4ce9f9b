import { l10n } from 'vscode';
import { showProjectFile, type Unjudged } from '../../documents/unjudged.ts';
import { commandButton, notify } from '../../ui/notifications.ts';
import { describeSkippedFiles } from './skipped-files.ts';
import type { WorkspaceValidation, WorkspaceValidationResult } from './workspace-validation.ts';

/** Runs *Validate All Datasets* and shows a summary. */
export async function validateWorkspace(validation: WorkspaceValidation): Promise<WorkspaceValidationResult> {
  const result = await validation.run();
  if (!result.cancelled) void showSummary(result, validation.broken);
  return result;
}

async function showSummary(
  { files, errors, warnings, skipped }: WorkspaceValidationResult,
  broken: Unjudged | undefined,
): Promise<void> {
  const left = describeSkippedFiles(skipped);
  if (files === 0 && left.length === 0) {
    await notify(
      'info',
      l10n.t(
        'This workspace has no dataset files. The name of a dataset file ends in .dataset.json, .dataset.yaml, or .dataset.yml.',
      ),
    );
    return;
  }
  const counts = { files, errors, warnings };
  // Nothing was found in files that were not checked.
  const found =
    files === 0
      ? []
      : left.length === 0
        ? [l10n.t('Dataset files: {files}. Errors: {errors}. Warnings: {warnings}.', counts)]
        : [l10n.t('Checked dataset files: {files}. Errors: {errors}. Warnings: {warnings}.', counts)];
  const message = [...found, ...left].join(' ');
  const show = commandButton(l10n.t('Show Problems'), 'workbench.actions.view.problems');
  if (broken)
    await notify('error', message, showProjectFile(broken), ...(errors + warnings > 0 ? [show] : []));
  else if (errors + warnings === 0) await notify('info', message);
  else await notify(errors > 0 ? 'error' : 'warning', message, show);
}
