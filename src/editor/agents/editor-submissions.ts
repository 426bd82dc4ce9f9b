import { l10n, MarkdownString, type PreparedToolInvocation, type Uri, workspace } from 'vscode';
import { inputSchemas } from '../../agents/definitions.ts';
import type { RefusalFailure } from '../../agents/failure.ts';
import { checkInput } from '../../agents/input-schema.ts';
import type { DocumentPort, SubmissionPort } from '../../agents/ports.ts';
import type { ToolName } from '../../agents/tool-names.ts';
import { createDatasets } from '../../app/submissions/create-datasets.ts';
import type { Environment } from '../../environments/environment.ts';
import { failure, type Result, success } from '../../result.ts';
import { plainText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { currentEnvironment } from '../studio/current-environment.ts';
import type { Studio } from '../studio/studio.ts';
import { type CheckedFile, checkFile } from '../submissions/create/checked-file.ts';
import { confirmationDetail } from '../submissions/create/confirm-submission.ts';
import { type EditorHost, editorHost } from '../submissions/create/create-host.ts';
import { showEnd } from '../submissions/create/show-outcome.ts';
import { confirm } from '../ui/notifications.ts';
import type { WorkspaceDocument } from './workspace-documents.ts';

/** Submits for an agent as `dataset.agents.create` says. */
export function editorSubmissions(studio: Studio): SubmissionPort<WorkspaceDocument> {
  const refusal = (): RefusalFailure | undefined => {
    if (!workspace.isTrusted) return { kind: 'restricted-mode' };
    return studio.settings.agentCreation() === 'never' ? { kind: 'never-allowed' } : undefined;
  };
  return {
    refusal,
    submit: async ({ document: { source }, environment: name, signal }) => {
      const found = findEnvironment(studio, name);
      if (!found.ok) return found;
      const environment = found.value;
      const host = editorHost(studio, { environment, reading: success(source), signal });
      const isAllowed = async () =>
        (await askToCreate(studio, host, source.uri, environment)) && !signal.aborted && !refusal();
      const created = await createDatasets([source.uri.toString()], {
        ...host,
        confirm: async () => ((await isAllowed()) ? environment : undefined),
        // Only the user can submit it again, with the command.
        decide: async () => 'keep',
      });
      await showEnd(studio, created, host.files);
      return success(created);
    },
  };
}

/**
 * Asks with a dialog of our own, which no setting of VS Code answers. `allow` leaves the question to VS Code, except for an
 * environment that the workspace selected and the user never approved.
 */
async function askToCreate(
  studio: Studio,
  { files }: EditorHost,
  uri: Uri,
  environment: Environment,
): Promise<boolean> {
  if (studio.settings.agentCreation() === 'allow' && !studio.approvals.pending(environment)) return true;
  // Several folders may have a file of this name.
  const question = questionOn([...files.values()], workspace.asRelativePath(uri), environment);
  const detail = await confirmationDetail(studio, [...files.values()], environment);
  return confirm(question, l10n.t('Create'), detail);
}

function questionOn([checked]: readonly CheckedFile[], path: string, { name }: Environment): string {
  return l10n.t(
    'An AI agent wants to create the dataset "{0}" from "{1}" in {2}. Create it?',
    printable((checked?.valid && checked.summary.name) || ''),
    plainText(path, 200),
    name,
  );
}

/** The environment of this name, or the one to act on. */
function findEnvironment(
  { settings }: Pick<Studio, 'settings'>,
  name: string | undefined,
): Result<Environment, RefusalFailure> {
  const { environments } = settings.environments();
  const found =
    name === undefined ? currentEnvironment(settings) : environments.find((each) => each.name === name);
  if (found) return success(found);
  const names = environments.slice(0, 50).map((each) => each.name);
  return failure(
    name === undefined ? { kind: 'no-environment' } : { kind: 'unknown-environment', environments: names },
  );
}

/** What VS Code shows while a tool runs and, for a submission under `allow`, what it asks before. */
export async function prepareInvocation(
  name: ToolName,
  input: unknown,
  studio: Pick<Studio, 'settings' | 'approvals' | 'vault'>,
  documents: DocumentPort<WorkspaceDocument>,
): Promise<PreparedToolInvocation> {
  const invocationMessage = progressMessages[name]();
  const asks =
    name === 'dataset_create' && studio.settings.agentCreation() === 'allow' && workspace.isTrusted;
  if (!asks) return { invocationMessage };
  return {
    invocationMessage,
    confirmationMessages: {
      title: l10n.t('Create a dataset?'),
      message: asMarkdown(await confirmationText(input, studio, documents)),
    },
  };
}

/** It is always asked, even if the submission would fail now: the document may be another one when the tool runs. */
async function confirmationText(
  input: unknown,
  studio: Pick<Studio, 'settings' | 'approvals' | 'vault'>,
  documents: DocumentPort<WorkspaceDocument>,
): Promise<string> {
  const reading = checkInput(inputSchemas.dataset_create, input);
  if (!reading.ok) return l10n.t('The agent does not say which file.');
  const { file, environment: environmentName } = reading.value;
  const environment = findEnvironment(studio, environmentName);
  const name = `"${plainText(file, 200)}"`;
  const question = environment.ok
    ? l10n.t('Create {0} in {1}?', name, environment.value.name)
    : l10n.t('Create {0}?', name);
  const document = await documents.read(file);
  if (!document.ok || !environment.ok) return question;
  const { source } = document.value;
  const { file: checked } = await checkFile(source.uri, success(source), studio.settings);
  if (!checked.valid) return question;
  const detail = await confirmationDetail(studio, [checked], environment.value);
  return `${questionOn([checked], file, environment.value)}\n\n${detail}`;
}

/** Lines as paragraphs that show each character as it is. `MarkdownString.appendText` makes spaces that don't wrap. */
function asMarkdown(text: string): MarkdownString {
  // CommonMark, section 2.4: a backslash takes the meaning from any punctuation of ASCII.
  return new MarkdownString(text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll('\n', '\n\n'));
}

const progressMessages: Readonly<Record<ToolName, () => string>> = {
  dataset_validate: () => l10n.t('Validating datasets'),
  dataset_fix: () => l10n.t('Fixing a dataset'),
  dataset_infer: () => l10n.t('Inferring a dataset from data files'),
  dataset_check: () => l10n.t('Checking data files'),
  dataset_describe: () => l10n.t('Reading the description of dataset files'),
  dataset_environments: () => l10n.t('Listing environments'),
  dataset_create: () => l10n.t('Creating a dataset'),
};
