import * as vscode from 'vscode';
import type { CheckedDocument } from '../../dataset/document.ts';
import type { Environment } from '../../identity/environment.ts';
import { notificationText } from '../notification-text.ts';
import type { Confirmation } from '../settings.ts';
import type { DatasetSource } from './dataset-source.ts';

const mostWarningsNamed = 5;

/** Asks, as `dataset.confirm` says, before a document leaves; its warnings are named. */
export async function confirmSubmission(
  when: Confirmation,
  source: DatasetSource,
  document: Extract<CheckedDocument, { valid: true }>,
  environment: Environment,
): Promise<boolean> {
  const warnings = document.problems.filter(({ severity }) => severity === 'warning' || severity === 'error');
  if (when === 'never' || (when === 'warnings' && warnings.length === 0)) return true;

  const create = vscode.l10n.t('Create');
  const { tables, columns } = document.summary;
  const detail = [
    vscode.l10n.t('To: {0}', environment.service.baseUrl.href),
    vscode.l10n.t('Tables: {0}, columns: {1}', tables, columns),
    ...(source.unsaved
      ? [vscode.l10n.t('What stands in the editor is sent; the file is not saved yet.')]
      : []),
    ...warnings
      .slice(0, mostWarningsNamed)
      .map(({ range, message }) => vscode.l10n.t('Line {0}: {1}', range.start.line + 1, message)),
    ...(warnings.length > mostWarningsNamed
      ? [vscode.l10n.t('… and {0} more warnings', warnings.length - mostWarningsNamed)]
      : []),
  ];
  const choice = await vscode.window.showWarningMessage(
    notificationText(vscode.l10n.t('Create {0} in {1}?', source.name, environment.name)),
    { modal: true, detail: detail.join('\n') },
    create,
  );
  return choice === create;
}
