import { l10n, window } from 'vscode';
import type { CheckedDocument } from '../../../dataset/document.ts';
import type { Environment } from '../../../environments/environment.ts';
import { describeRequest } from '../../../gateway/presentation/describe-request.ts';
import { describeWorkspaceSelection } from '../../environments/selection/describe-workspace-selection.ts';
import type { WorkspaceSelection } from '../../environments/selection/workspace-selection.ts';
import { notificationText } from '../../notification-text.ts';
import type { Studio } from '../../studio/studio.ts';
import { accountLine } from './account-line.ts';
import { warningsOf } from './check-source.ts';
import type { DatasetSource } from './dataset-source.ts';

const mostWarningsNamed = 5;

type ValidDocument = Extract<CheckedDocument, { valid: true }>;
type ConfirmParts = Pick<Studio, 'settings' | 'approvals' | 'vault' | 'documents'>;

/**
 * Asks, as `dataset.confirm` says, before a document leaves: what goes where, as whom, with which warnings. Always asks the
 * first time that the workspace selects the environment. Where nothing is asked, the progress shows the same (`summaryLine`).
 */
export async function confirmSubmission(
  { settings, approvals, vault, documents }: ConfirmParts,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
): Promise<boolean> {
  const when = settings.confirmation();
  const pending = approvals.pending(environment);
  if (when === 'never' && !pending) return true;
  const warnings = await warningsOf(source, document, settings);
  if (when === 'warnings' && warnings.length === 0 && !pending) return true;

  const create = l10n.t('Create');
  const preview = l10n.t('Preview Request');
  const detail = await submissionDetail({ settings, vault }, source, document, environment, pending);
  const choice = await window.showWarningMessage(
    notificationText(l10n.t('Create {0} in {1}?', source.name, environment.name)),
    { modal: true, detail },
    create,
    preview,
  );
  if (choice === preview)
    await documents.show(
      `${source.name} → ${environment.name}.http`,
      describeRequest(environment.service, document.body),
    );
  if (choice === create && pending) await approvals.approve(environment);
  return choice === create;
}

/** What goes where, as whom, with which warnings, in lines. `pending`: the workspace selected the environment. */
export async function submissionDetail(
  { settings, vault }: Pick<Studio, 'settings' | 'vault'>,
  source: DatasetSource,
  document: ValidDocument,
  environment: Environment,
  pending: WorkspaceSelection | undefined,
): Promise<string> {
  const warnings = await warningsOf(source, document, settings);
  const { tables, columns } = document.summary;
  const lines = [
    ...(pending ? [describeWorkspaceSelection(pending)] : []),
    l10n.t('To: {0}, {1}', environment.service.baseUrl.href, await accountLine(vault, environment)),
    l10n.t('Tables: {0}, columns: {1}', tables, columns),
    ...(source.unsaved ? [l10n.t('What stands in the editor is sent; the file is not saved yet.')] : []),
    ...warnings
      .slice(0, mostWarningsNamed)
      .map(({ range, message }) => l10n.t('Line {0}: {1}', range.start.line + 1, message)),
    ...(warnings.length > mostWarningsNamed
      ? [l10n.t('… and {0} more warnings', warnings.length - mostWarningsNamed)]
      : []),
  ];
  return lines.join('\n');
}

/** What is going where, as whom, in one line. */
export async function summaryLine(
  { vault }: Pick<Studio, 'vault'>,
  { summary: { tables, columns }, problems }: ValidDocument,
  environment: Environment,
): Promise<string> {
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  return [
    await accountLine(vault, environment),
    l10n.t('{0} tables, {1} columns', tables, columns),
    ...(warnings > 0 ? [l10n.t('{0} warnings', warnings)] : []),
  ].join(' · ');
}
