import { l10n, workspace } from 'vscode';
import type { RefusalFailure } from '../../agents/failure.ts';
import type { AgentSubmission, SubmissionPort, SubmittedDocument } from '../../agents/ports.ts';
import type { Environment } from '../../environments/environment.ts';
import { failure, type Result, success } from '../../result.ts';
import { currentEnvironment } from '../environments/selection/current-environment.ts';
import { notify } from '../notifications.ts';
import type { CreateDependencies } from '../submissions/access.ts';
import { submissionDetail } from '../submissions/create/confirm-submission.ts';
import { submitConfirmed } from '../submissions/create/create-one.ts';
import type { WorkspaceDocument } from './workspace-documents.ts';

/** Submits for an agent as `dataset.agents.create` says. */
export class EditorSubmissions implements SubmissionPort<WorkspaceDocument> {
  readonly #studio: CreateDependencies;

  constructor(studio: CreateDependencies) {
    this.#studio = studio;
  }

  nameSettings(message: string): string {
    return message;
  }

  refusal(): RefusalFailure | undefined {
    if (!workspace.isTrusted) return { kind: 'restricted-mode' };
    return this.#studio.settings.agentCreation() === 'never' ? { kind: 'never-allowed' } : undefined;
  }

  async submit(
    submission: AgentSubmission<WorkspaceDocument>,
  ): Promise<Result<SubmittedDocument, RefusalFailure>> {
    const { document, checked, signal } = submission;
    const environment = findEnvironment(this.#studio, submission.environment);
    if (!environment.ok) return environment;
    if (!(await this.#isAllowed(submission, environment.value))) return failure({ kind: 'declined' });
    const submitted = await submitConfirmed(
      this.#studio,
      document.source,
      checked,
      environment.value,
      signal,
    );
    return submitted
      ? success({ environment: environment.value.name, result: { kind: 'submitted', ...submitted } })
      : failure({ kind: 'declined' });
  }

  /**
   * Asks with a dialog of our own, which no setting of VS Code answers. `allow` leaves the question to VS Code, except for an
   * environment that the workspace selected and the user never approved.
   */
  async #isAllowed(
    { document: { source }, checked, signal }: AgentSubmission<WorkspaceDocument>,
    environment: Environment,
  ): Promise<boolean> {
    const studio = this.#studio;
    const pending = studio.approvals.pending(environment);
    if (studio.settings.agentCreation() === 'allow' && !pending) return true;
    // Several folders may have a file of this name.
    const path = workspace.asRelativePath(source.uri);
    const choice = await notify(
      'warning',
      l10n.t('An AI agent wants to create {0} in {1}. Create it?', path, environment.name),
      {
        modal: true,
        detail: await submissionDetail(studio, source, checked, environment, pending),
        buttons: { create: l10n.t('Create') },
      },
    );
    return choice === 'create' && !signal.aborted && this.refusal() === undefined;
  }
}

/** The environment of this name, or the one to act on. */
export function findEnvironment(
  { settings }: Pick<CreateDependencies, 'settings'>,
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
