import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { describeWorkspaceSelection } from '../../environments/selection/current-environment.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { sizeLine, targetLine } from '../create/account-line.ts';
import type { CheckedFile } from './check-many.ts';

const maxNamedFiles = 8;

/** Asks once for all files: what is sent where, with which account, and what is skipped. Always asks the first time that the workspace selects the environment. */
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
    await targetLine(vault, environment, environment.service.baseUrl.href),
    sizeLine({ tables, columns }),
    ...(unsaved.length > 0 ? [l10n.t('Unsaved changes will be sent: {0}', named(unsaved))] : []),
    ...(warned.length > 0 ? [l10n.t('With warnings: {0}', named(warned))] : []),
    ...(invalid.length > 0 ? [l10n.t('Skipped because of errors: {0}', named(invalid))] : []),
    '',
    named(valid, '\n'),
  ];
  const question =
    valid.length === 1
      ? l10n.t('Create 1 dataset in {0}?', environment.name)
      : l10n.t('Create {0} datasets in {1}?', valid.length, environment.name);
  const choice = await notify('warning', question, {
    modal: true,
    detail: detail.join('\n'),
    buttons: { create: l10n.t('Create') },
  });
  if (choice === 'create' && pending) await approvals.approve(environment);
  return choice === 'create';
}

function named(files: readonly CheckedFile[], separator = ', '): string {
  const names = files.slice(0, maxNamedFiles).map(({ name }) => name);
  const rest = files.length - names.length;
  return [...names, ...(rest > 0 ? [l10n.t('… and {0} more', rest)] : [])].join(separator);
}
