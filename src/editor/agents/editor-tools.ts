import { type CancellationToken, LanguageModelTextPart, LanguageModelToolResult, workspace } from 'vscode';
import { resultText } from '../../agents/failure.ts';
import type { EnvironmentPort } from '../../agents/ports.ts';
import type { ToolName } from '../../agents/tool-names.ts';
import { callTool } from '../../agents/tools.ts';
import { signInState } from '../../identity/grants/grants.ts';
import { failure, success } from '../../result.ts';
import { describeUnexpectedError } from '../../text/unexpected-error.ts';
import { currentEnvironment } from '../studio/current-environment.ts';
import { vsCodeSessions } from '../studio/identity-services.ts';
import type { Studio } from '../studio/studio.ts';
import { abortSignalOf } from '../ui/progress.ts';
import { editorSubmissions, prepareInvocation } from './editor-submissions.ts';
import { workspaceData, workspaceDocuments } from './workspace-documents.ts';

/** Runs the tools on what the window has: unsaved editors, the workspace's settings, the secret storage. */
export function editorTools(studio: Studio) {
  const documents = workspaceDocuments(studio.settings);
  const ports = {
    documents,
    checks: studio.checks,
    data: workspaceData(studio.settings),
    environments: editorEnvironments(studio),
    submissions: editorSubmissions(studio),
    onUnexpectedError: (error: unknown) => studio.log.error(describeUnexpectedError(error)),
  };
  return {
    prepare: (name: ToolName, input: unknown) => prepareInvocation(name, input, studio, documents),
    invoke: async (name: ToolName, input: unknown, token: CancellationToken) => {
      const result = await callTool(ports, name, input, abortSignalOf(token));
      return new LanguageModelToolResult([new LanguageModelTextPart(resultText(result))]);
    },
  };
}

/** The environments of the settings. Asks no questions, sends nothing, and in Restricted Mode reads nothing. */
function editorEnvironments({ settings, vault }: Pick<Studio, 'settings' | 'vault'>): EnvironmentPort {
  return {
    list: async () => {
      if (!workspace.isTrusted) return failure({ kind: 'restricted-mode' });
      const selected = currentEnvironment(settings)?.name;
      const listed = settings.environments().environments.map(async (environment) => {
        const { state } = await signInState(environment, vault, Date.now(), vsCodeSessions);
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
