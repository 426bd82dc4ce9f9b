import { l10n } from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { describeRequest } from '../../../gateway/presentation/exchange-text.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import { EnvironmentSecrets, type SecretVault } from '../../../identity/secrets/secret-vault.ts';
import { describeWorkspaceSelection } from '../../studio/current-environment.ts';
import type { Studio } from '../../studio/studio.ts';
import { ask } from '../../ui/notifications.ts';
import type { CheckedFile, ValidFile } from './checked-file.ts';

const maxNamedFiles = 8;

/**
 * Asks before documents are sent, if `dataset.confirm` says so: what is sent where, with which account, with which warnings,
 * what is known of earlier versions (`earlier`), and what is skipped (`skipped`: files that were not read, in sentences). Always asks the first time that the workspace selects the environment. *Preview* is offered for one document.
 */
export async function confirmCreation(
  studio: Pick<Studio, 'settings' | 'approvals' | 'vault'>,
  files: readonly CheckedFile[],
  environment: Environment,
  skipped: readonly string[],
  earlier: () => Promise<readonly string[]>,
): Promise<'create' | 'preview' | undefined> {
  const { settings, approvals } = studio;
  const when = settings.confirmation();
  const valid = files.filter((file) => file.valid);
  const [first] = valid;
  const isPending = approvals.pending(environment) !== undefined;
  if (!isPending) {
    if (when === 'never') return 'create';
    if (when === 'warnings' && files.length === 1 && first?.warnings === 0 && skipped.length === 0)
      return 'create';
  }
  const question =
    valid.length === 1
      ? l10n.t('Create {0} in {1}?', first?.name ?? '', environment.name)
      : l10n.t('Create {0} datasets in {1}?', valid.length, environment.name);
  const preview = files.length === 1 ? { preview: l10n.t('Preview Request') } : {};
  const buttons = { create: l10n.t('Create'), ...preview };
  const lines = await confirmationDetail(studio, files, environment, await earlier());
  const detail = [lines, ...skipped].join('\n');
  const choice = await ask(question, buttons, detail);
  if (choice === 'create' && isPending) await approvals.approve(environment);
  return choice;
}

/** What is sent where, with which account, and the warnings, in lines. `earlier`: lines about earlier submissions. */
export async function confirmationDetail(
  { approvals, vault }: Pick<Studio, 'approvals' | 'vault'>,
  files: readonly CheckedFile[],
  environment: Environment,
  earlier: readonly string[] = [],
): Promise<string> {
  const pending = approvals.pending(environment);
  const valid = files.filter((file) => file.valid);
  const sum = (of: 'tables' | 'columns') => valid.reduce((total, { summary }) => total + summary[of], 0);
  return [
    ...(pending ? [describeWorkspaceSelection(pending)] : []),
    await targetLine(vault, environment, environment.service.baseUrl.href),
    sizeLine({ tables: sum('tables'), columns: sum('columns') }),
    ...earlier,
    ...(files.length === 1 ? valid.flatMap(linesOf) : linesOfSeveral(files)),
  ].join('\n');
}

function linesOf({ unsaved, firstWarnings, moreWarnings }: ValidFile): string[] {
  return [
    ...(unsaved ? [l10n.t('Unsaved changes will be sent.')] : []),
    ...firstWarnings,
    ...(moreWarnings > 0 ? [describeMoreWarnings(moreWarnings)] : []),
  ];
}

function linesOfSeveral(files: readonly CheckedFile[]): string[] {
  const valid = files.filter((file) => file.valid);
  const invalid = files.filter((file) => !file.valid);
  const warned = valid.filter(({ warnings }) => warnings > 0);
  const unsaved = valid.filter((file) => file.unsaved);
  return [
    ...(unsaved.length > 0 ? [l10n.t('Unsaved changes will be sent: {0}', named(unsaved))] : []),
    ...(warned.length > 0 ? [l10n.t('With warnings: {0}', named(warned))] : []),
    ...(invalid.length > 0 ? [l10n.t('Skipped because of errors: {0}', named(invalid))] : []),
    '',
    named(valid, '\n'),
  ];
}

function named(files: readonly CheckedFile[], separator = ', '): string {
  const names = files.slice(0, maxNamedFiles).map(({ name }) => name);
  const rest = files.length - names.length;
  return [...names, ...(rest > 0 ? [l10n.t('… and {0} more', rest)] : [])].join(separator);
}

/** Shows what Create Dataset would send, with masked secrets. */
export async function showRequest(
  { documents }: Pick<Studio, 'documents'>,
  name: string,
  environment: Environment,
  body: Uint8Array,
): Promise<void> {
  await documents.show(`${name} → ${environment.name}.http`, describeRequest(environment.service, body));
}

function describeMoreWarnings(count: number): string {
  return count === 1 ? l10n.t('… and 1 more warning') : l10n.t('… and {0} more warnings', count);
}

/** Where a dataset would be created, and with which account, as far as that is known without asking: a line of a confirmation. */
export async function targetLine(
  vault: SecretVault,
  environment: Environment,
  address: string,
): Promise<string> {
  const secrets = new EnvironmentSecrets(vault, environment);
  const { authentication } = environment;
  const stored = { environment, authentication, vault, secrets, now: Date.now() };
  const account = await grantOf(environment).accountLine(stored);
  return l10n.t('To: {0}, {1}', address, account ?? l10n.t('as the account you sign in with'));
}

/** `3 tables, 12 columns`. */
function sizeLine({ tables, columns }: { readonly tables: number; readonly columns: number }): string {
  if (tables === 1)
    return columns === 1 ? l10n.t('1 table, 1 column') : l10n.t('1 table, {0} columns', columns);
  return columns === 1
    ? l10n.t('{0} tables, 1 column', tables)
    : l10n.t('{0} tables, {1} columns', tables, columns);
}
