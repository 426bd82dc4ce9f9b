import { l10n, window } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { describeWorkspaceSelection } from '../../environments/selection/describe-workspace-selection.ts';
import { notificationText } from '../../notification-text.ts';
import type { Studio } from '../../studio/studio.ts';
import { accountLine } from '../create/account-line.ts';
import type { CheckedFile } from './check-many.ts';

const mostFilesNamed = 8;

/** One question for all: what goes where, as whom, and what is left out. Always asked the first time that the workspace selects the environment. */
export async function confirmMany(
  { settings, approvals, vault }: Pick<Studio, 'settings' | 'approvals' | 'vault'>,
  files: readonly CheckedFile[],
  environment: Environment,
): Promise<boolean> {
  const pending = approvals.pending(environment);
  if (settings.confirmation() === 'never' && !pending) return true;
  const valid = files.filter((file) => file.valid);
  const invalid = files.filter((file) => !file.valid);
  const warned = valid.filter(({ warnings }) => warnings > 0);
  const unsaved = valid.filter((file) => file.unsaved);
  const tables = valid.reduce((sum, file) => sum + file.tables, 0);
  const columns = valid.reduce((sum, file) => sum + file.columns, 0);
  const detail = [
    ...(pending ? [describeWorkspaceSelection(pending)] : []),
    l10n.t('To: {0}, {1}', environment.service.baseUrl.href, await accountLine(vault, environment)),
    l10n.t('Tables: {0}, columns: {1}', tables, columns),
    ...(unsaved.length > 0
      ? [l10n.t('What stands in the editor is sent, not yet saved: {0}', named(unsaved))]
      : []),
    ...(warned.length > 0 ? [l10n.t('With warnings: {0}', named(warned))] : []),
    ...(invalid.length > 0 ? [l10n.t('Left out because of errors: {0}', named(invalid))] : []),
    '',
    named(valid, '\n'),
  ];
  const create = l10n.t('Create');
  const choice = await window.showWarningMessage(
    notificationText(l10n.t('Create {0} datasets in {1}?', valid.length, environment.name)),
    { modal: true, detail: detail.join('\n') },
    create,
  );
  if (choice === create && pending) await approvals.approve(environment);
  return choice === create;
}

function named(files: readonly CheckedFile[], separator = ', '): string {
  const names = files.slice(0, mostFilesNamed).map(({ name }) => name);
  const rest = files.length - names.length;
  return [...names, ...(rest > 0 ? [l10n.t('… and {0} more', rest)] : [])].join(separator);
}
