import { l10n } from 'vscode';
import type { CheckedDocument } from '../../../dataset/document.ts';
import type { Environment } from '../../../environments/environment.ts';
import { describeRequest } from '../../../gateway/presentation/exchange-text.ts';
import { describeWorkspaceSelection } from '../../environments/selection/describe-workspace-selection.ts';
import type { WorkspaceSelection } from '../../environments/selection/workspace-selection.ts';
import { notify } from '../../notifications.ts';
import type { Studio } from '../../studio/studio.ts';
import { accountLine, sizeLine, targetLine } from './account-line.ts';
import { warningsOf } from './check-source.ts';
import type { DatasetSource } from './dataset-source.ts';

const maxNamedWarnings = 5;

type ValidDocument = Extract<CheckedDocument, { valid: true }>;
type ConfirmDependencies = Pick<Studio, 'settings' | 'approvals' | 'vault' | 'documents'>;

/**
 * Asks before a document is sent, if `dataset.confirm` says so: what is sent where, with which account and which warnings. Always
 * asks the first time that the workspace selects the environment. Otherwise the progress shows the same (`summaryLine`).
 */
export async function confirmSubmission(
  { settings, approvals, vault, documents }: ConfirmDependencies,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
): Promise<boolean> {
  const when = settings.confirmation();
  const pending = approvals.pending(environment);
  if (when === 'never' && !pending) return true;
  const warnings = await warningsOf(source, document, settings);
  if (when === 'warnings' && warnings.length === 0 && !pending) return true;

  const choice = await notify('warning', l10n.t('Create {0} in {1}?', source.name, environment.name), {
    modal: true,
    detail: await submissionDetail({ settings, vault }, source, document, environment, pending),
    buttons: { create: l10n.t('Create'), preview: l10n.t('Preview Request') },
  });
  if (choice === 'preview')
    await documents.show(
      `${source.name} → ${environment.name}.http`,
      describeRequest(environment.service, document.body),
    );
  if (choice === 'create' && pending) await approvals.approve(environment);
  return choice === 'create';
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
