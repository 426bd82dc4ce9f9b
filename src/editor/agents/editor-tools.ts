import {
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  type PreparedToolInvocation,
} from 'vscode';
import { resultText } from '../../agents/result.ts';
import type { ToolName } from '../../agents/tool-names.ts';
import { AgentTools } from '../../agents/tools.ts';
import { describeUnexpectedError } from '../../text/unexpected-error.ts';
import type { TextChecks } from '../authoring/checking/text-checks.ts';
import type { SubmittingStudio } from '../submissions/create/editor-host.ts';
import { abortSignalOf } from '../submissions/create/editor-host.ts';
import { editorEnvironments } from './editor-environments.ts';
import { EditorSubmissions } from './editor-submissions.ts';
import { prepareInvocation } from './prepare-invocation.ts';
import { workspaceData } from './workspace-data.ts';
import { type WorkspaceDocument, WorkspaceDocuments } from './workspace-documents.ts';

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
    return prepareInvocation(name, input, { ...this.#studio, documents: this.#documents });
  }

  async invoke(name: ToolName, input: unknown, token: CancellationToken): Promise<LanguageModelToolResult> {
    const result = await this.#tools.call(name, input, abortSignalOf(token));
    return new LanguageModelToolResult([new LanguageModelTextPart(resultText(result))]);
  }
}
