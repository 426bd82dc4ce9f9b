import { l10n, MarkdownString, type PreparedToolInvocation, workspace } from 'vscode';
import { inputSchemas } from '../../agents/definitions.ts';
import { readInput } from '../../agents/input-schema.ts';
import type { ToolName } from '../../agents/tool-names.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Studio } from '../studio/studio.ts';
import { submissionDetail } from '../submissions/create/confirm-submission.ts';
import { checkSource } from '../submissions/create/dataset-source.ts';
import { findEnvironment } from './editor-submissions.ts';
import type { WorkspaceDocuments } from './workspace-documents.ts';

type PrepareDependencies = Pick<Studio, 'settings' | 'approvals' | 'vault'> & {
  readonly documents: WorkspaceDocuments;
};

/** What VS Code shows while a tool runs and, for a submission under `allow`, what it asks before. */
export async function prepareInvocation(
  name: ToolName,
  input: unknown,
  dependencies: PrepareDependencies,
): Promise<PreparedToolInvocation> {
  const invocationMessage = progressMessage(name);
  const asks =
    name === 'dataset_create' && dependencies.settings.agentCreation() === 'allow' && workspace.isTrusted;
  if (!asks) return { invocationMessage };
  return {
    invocationMessage,
    confirmationMessages: {
      title: l10n.t('Create a dataset?'),
      message: asMarkdown(await confirmationText(input, dependencies)),
    },
  };
}

/** It is always asked, even if the submission would fail now: the document may be another one when the tool runs. */
async function confirmationText(input: unknown, dependencies: PrepareDependencies): Promise<string> {
  const reading = readInput(inputSchemas.dataset_create, input);
  if (!reading.ok) return l10n.t('The agent does not say which file.');
  const { file, environment: environmentName } = reading.value;
  const environment = findEnvironment(dependencies, environmentName);
  const question = environment.ok
    ? l10n.t('Create {0} in {1}?', plainText(file, 200), environment.value.name)
    : l10n.t('Create {0}?', plainText(file, 200));
  const document = await dependencies.documents.read(file);
  if (!document.ok || !environment.ok) return question;
  const { source } = document.value;
  const checked = await checkSource(source, dependencies.settings);
  if (!checked.valid) return question;
  const pending = dependencies.approvals.pending(environment.value);
  const detail = await submissionDetail(dependencies, source, checked, environment.value, pending);
  return `${question}\n\n${detail}`;
}

/** Lines as paragraphs that show each character as it is. `MarkdownString.appendText` makes spaces that don't wrap. */
function asMarkdown(text: string): MarkdownString {
  // CommonMark, section 2.4: a backslash takes the meaning from any punctuation of ASCII.
  return new MarkdownString(text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll('\n', '\n\n'));
}

function progressMessage(name: ToolName): string {
  switch (name) {
    case 'dataset_validate':
      return l10n.t('Validating datasets');
    case 'dataset_fix':
      return l10n.t('Fixing a dataset');
    case 'dataset_infer':
      return l10n.t('Inferring a dataset from data files');
    case 'dataset_describe':
      return l10n.t('Reading the description of dataset files');
    case 'dataset_environments':
      return l10n.t('Listing environments');
    case 'dataset_create':
      return l10n.t('Creating a dataset');
  }
}
