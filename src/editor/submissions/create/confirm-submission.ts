import { l10n } from 'vscode';
import type { ValidDocument } from '../../../dataset/document.ts';
import type { Environment } from '../../../environments/environment.ts';
import { describeRequest } from '../../../gateway/presentation/exchange-text.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import { EnvironmentSecrets, type SecretVault } from '../../../identity/secrets/secret-vault.ts';
import { describeWorkspaceSelection } from '../../environments/selection/current-environment.ts';
import type { WorkspaceSelection } from '../../environments/selection/workspace-selection.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { type DatasetSource, warningsOf } from './dataset-source.ts';

const maxNamedWarnings = 5;

/**
 * Asks before a document is sent, if `dataset.confirm` says so: what is sent where, with which account and which warnings. Always
 * asks the first time that the workspace selects the environment. Otherwise the progress shows the same (`summaryLine`).
 */
export async function confirmSubmission(
  { settings, approvals, vault, documents }: Pick<Studio, 'settings' | 'approvals' | 'vault' | 'documents'>,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
): Promise<boolean> {
  const when = settings.confirmation();
  const pending = approvals.pending(environment);
  if (when === 'never' && !pending) return true;
  const warnings = await warningsOf(source, document, settings);
  if (when === 'warnings' && warnings.length === 0 && !pending) return true;

  const question = l10n.t('Create {0} in {1}?', source.name, environment.name);
  const detail = await submissionDetail({ settings, vault }, source, document, environment, pending);
  const preview = { preview: l10n.t('Preview Request') };
  const choice = await ask({ question, detail, others: preview }, environment, pending && approvals);
  if (choice === 'preview') await showRequest({ documents }, source, environment, document.body);
  return choice === 'create';
}

/** The button that was pressed. `approvals`: where *Create* is recorded, if the workspace selected the environment. */
async function ask(
  { question, detail, others }: { question: string; detail: string; others?: Record<string, string> },
  environment: Environment,
  approvals: Studio['approvals'] | undefined,
): Promise<string | undefined> {
  const buttons = { create: l10n.t('Create'), ...others };
  const choice = await notify<string>('warning', question, { modal: true, detail, buttons });
  if (choice === 'create') await approvals?.approve(environment);
  return choice;
}

/** Shows what Create Dataset would send, with masked secrets. */
export async function showRequest(
  { documents }: Pick<Studio, 'documents'>,
  { name }: DatasetSource,
  environment: Environment,
  body: Uint8Array,
): Promise<void> {
  await documents.show(`${name} → ${environment.name}.http`, describeRequest(environment.service, body));
}

/**
 * What is sent where, with which account, and the warnings, in lines. `pending`: the workspace selected the environment.
 */
export async function submissionDetail(
  { settings, vault }: Pick<Studio, 'settings' | 'vault'>,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
  pending: WorkspaceSelection | undefined,
): Promise<string> {
  const warnings = await warningsOf(source, document, settings);
  return [
    ...(pending ? [describeWorkspaceSelection(pending)] : []),
    await targetLine(vault, environment, environment.service.baseUrl.href),
    sizeLine(document.summary),
    ...(source.unsaved ? [l10n.t('Unsaved changes will be sent.')] : []),
    ...warnings
      .slice(0, maxNamedWarnings)
      .map(({ range, message }) => l10n.t('Line {0}: {1}', range.start.line + 1, message)),
    ...(warnings.length > maxNamedWarnings ? [describeMoreWarnings(warnings.length - maxNamedWarnings)] : []),
  ].join('\n');
}

/** The account, the size and the warnings in one line. */
export async function summaryLine(
  { vault }: Pick<Studio, 'vault'>,
  { summary, problems }: ValidDocument,
  environment: Environment,
): Promise<string> {
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  return [
    await accountLine(vault, environment),
    sizeLine(summary),
    ...(warnings > 0 ? [describeWarnings(warnings)] : []),
  ].join(' · ');
}

function describeWarnings(count: number): string {
  return count === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', count);
}

function describeMoreWarnings(count: number): string {
  return count === 1 ? l10n.t('… and 1 more warning') : l10n.t('… and {0} more warnings', count);
}

/** A checked document, without its content: it is read again when it is its turn. */
export type CheckedFile =
  | {
      readonly valid: true;
      readonly name: string;
      readonly tables: number;
      readonly columns: number;
      readonly warnings: number;
      readonly unsaved: boolean;
    }
  | {
      readonly valid: false;
      readonly name: string;
      /** The first error. */
      readonly reason: string;
    };

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
  const choice = await ask({ question, detail: detail.join('\n') }, environment, pending && approvals);
  return choice === 'create';
}

function named(files: readonly CheckedFile[], separator = ', '): string {
  const names = files.slice(0, maxNamedFiles).map(({ name }) => name);
  const rest = files.length - names.length;
  return [...names, ...(rest > 0 ? [l10n.t('… and {0} more', rest)] : [])].join(separator);
}

/** The account that a dataset would be created with, as far as it is known without asking the user. */
export async function accountLine(vault: SecretVault, environment: Environment): Promise<string> {
  const secrets = new EnvironmentSecrets(vault, environment);
  const { authentication } = environment;
  const stored = { environment, authentication, secrets, now: Date.now() };
  return (await grantOf(environment).accountLine(stored)) ?? notSignedIn();
}

/** Where a dataset would be created, and with which account: a line of a confirmation. */
export async function targetLine(
  vault: SecretVault,
  environment: Environment,
  address: string,
): Promise<string> {
  return l10n.t('To: {0}, {1}', address, await accountLine(vault, environment));
}

/** `3 tables, 12 columns`. */
export function sizeLine({ tables, columns }: { readonly tables: number; readonly columns: number }): string {
  if (tables === 1)
    return columns === 1 ? l10n.t('1 table, 1 column') : l10n.t('1 table, {0} columns', columns);
  return columns === 1
    ? l10n.t('{0} tables, 1 column', tables)
    : l10n.t('{0} tables, {1} columns', tables, columns);
}

function notSignedIn(): string {
  return l10n.t('as the account you sign in with');
}
