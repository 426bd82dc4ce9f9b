import {
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  type PreparedToolInvocation,
  workspace,
} from 'vscode';
import { resultText } from '../../agents/failure.ts';
import type { EnvironmentPort } from '../../agents/ports.ts';
import type { ToolName } from '../../agents/tool-names.ts';
import { AgentTools } from '../../agents/tools.ts';
import { signInState } from '../../identity/grants/grants.ts';
import { SessionConsents } from '../../identity/grants/session-consent.ts';
import { EnvironmentSecrets } from '../../identity/secrets/secret-vault.ts';
import { failure, success } from '../../result.ts';
import { describeUnexpectedError } from '../../text/unexpected-error.ts';
import { abortSignalOf } from '../abort-signal.ts';
import type { TextChecks } from '../authoring/checking/text-checks.ts';
import { currentEnvironment } from '../environments/selection/current-environment.ts';
import { VSCodeSessions } from '../environments/sign-in/identity-services.ts';
import type { Studio } from '../studio/studio.ts';
import type { SubmittingStudio } from '../submissions/view/submission-store.ts';
import { EditorSubmissions, prepareInvocation } from './editor-submissions.ts';
import { type WorkspaceDocument, WorkspaceDocuments, workspaceData } from './workspace-documents.ts';

/** Runs the tools on what the window has: unsaved editors, the workspace's settings, the secret storage. */
export class EditorTools {
  readonly #documents: WorkspaceDocuments;
  readonly #studio: SubmittingStudio;
  readonly #tools: AgentTools<WorkspaceDocument>;

  constructor(studio: SubmittingStudio, checks: TextChecks) {
    this.#studio = studio;
    this.#documents = new WorkspaceDocuments(studio.settings);
    this.#tools = new AgentTools({
      documents: this.#documents,
      checks,
      data: workspaceData(),
      environments: editorEnvironments(studio),
      submissions: new EditorSubmissions(studio),
      onUnexpectedError: (error) => studio.log.error(describeUnexpectedError(error)),
    });
  }

  prepare(name: ToolName, input: unknown): Promise<PreparedToolInvocation> {
    return prepareInvocation(name, input, this.#studio, this.#documents);
  }

  async invoke(name: ToolName, input: unknown, token: CancellationToken): Promise<LanguageModelToolResult> {
    const result = await this.#tools.call(name, input, abortSignalOf(token));
    return new LanguageModelToolResult([new LanguageModelTextPart(resultText(result))]);
  }
}

/** The environments of the settings. Asks no questions, sends nothing, and in Restricted Mode reads nothing. */
export function editorEnvironments({ settings, vault }: Pick<Studio, 'settings' | 'vault'>): EnvironmentPort {
  return {
    list: async () => {
      if (!workspace.isTrusted) return failure({ kind: 'restricted-mode' });
      const selected = currentEnvironment(settings)?.name;
      const accounts = { provider: new VSCodeSessions(), consents: new SessionConsents(vault) };
      const listed = settings.environments().environments.map(async (environment) => {
        const secrets = new EnvironmentSecrets(vault, environment);
        const { state } = await signInState(environment, secrets, Date.now(), accounts);
        const { name, service, authentication } = environment;
        return {
          name,
          origin: service.baseUrl.origin,
          grant: authentication.grantType,
          signedIn: state !== 'signed-out',
          selected: name === selected,
        };
      });
      return success(await Promise.all(listed));
    },
  };
}
