import { validateText } from '../dataset/document.ts';
import { fixAll } from '../dataset/fixes/fix-all.ts';
import { quickFixes } from '../dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../dataset/parsed-document.ts';
import { isSameProblem } from '../dataset/problem.ts';
import { inputSchemas } from './definitions.ts';
import { type ToolResult, toolFailure, toolSuccess } from './failure.ts';
import { type InputOf, type InputSchema, readInput } from './input-schema.ts';
import { withItems } from './limits.ts';
import type { AgentDocument, AgentPorts, OnProgress, TextCheckPort } from './ports.ts';
import type { ToolName } from './tool-names.ts';
import { datasetCheck } from './tools/dataset-check.ts';
import { datasetCreate } from './tools/dataset-create.ts';
import { datasetDescribe } from './tools/dataset-describe.ts';
import { datasetFix } from './tools/dataset-fix.ts';
import { datasetInfer } from './tools/dataset-infer.ts';
import { datasetValidate } from './tools/dataset-validate.ts';

/** Runs the tools for a host. Never throws: unexpected errors are reported to the host, and not to the agent. */
export class AgentTools<Document extends AgentDocument> {
  readonly #ports: AgentPorts<Document>;

  constructor(ports: AgentPorts<Document>) {
    this.#ports = ports;
  }

  async call(
    name: ToolName,
    input: unknown,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<ToolResult> {
    try {
      return await this.#run(name, input, signal, onProgress);
    } catch (error) {
      this.#ports.onUnexpectedError(error);
      return toolFailure({ kind: 'unexpected' });
    }
  }

  async #run(
    name: ToolName,
    input: unknown,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<ToolResult> {
    const ports = this.#ports;
    const { submissions } = ports;
    switch (name) {
      case 'dataset_validate':
        return withInput(inputSchemas[name], input, (valid) =>
          datasetValidate(valid, ports, signal, onProgress),
        );
      case 'dataset_fix':
        return withInput(inputSchemas[name], input, (valid) => datasetFix(valid, ports, signal));
      case 'dataset_infer':
        return withInput(inputSchemas[name], input, (valid) =>
          datasetInfer(valid, ports, signal, onProgress),
        );
      case 'dataset_check':
        return withInput(inputSchemas[name], input, (valid) =>
          datasetCheck(valid, ports, signal, onProgress),
        );
      case 'dataset_describe':
        return withInput(inputSchemas[name], input, () => datasetDescribe(ports));
      case 'dataset_environments':
        return withInput(inputSchemas[name], input, () => listEnvironments(ports));
      case 'dataset_create':
        if (!submissions) return toolFailure({ kind: 'never-allowed' });
        return withInput(inputSchemas[name], input, (valid) =>
          datasetCreate(valid, { ...ports, submissions }, signal),
        );
    }
  }
}

async function withInput<Schema extends InputSchema>(
  schema: Schema,
  input: unknown,
  run: (input: InputOf<Schema>) => Promise<ToolResult>,
): Promise<ToolResult> {
  const reading = readInput(schema, input);
  return reading.ok
    ? run(reading.value)
    : toolFailure({ kind: 'wrong-arguments', arguments: reading.failure });
}

/** Checks and fixes in the same thread. */
export const directChecks: TextCheckPort = {
  problems: validateText,
  quickFixes: (text, format, options, requested) =>
    quickFixes(new ParsedDocument(text, format), options, (problem) =>
      requested.some((other) => isSameProblem(other, problem)),
    ),
  fixAll: (text, format, options) => fixAll(new ParsedDocument(text, format), options),
};

/** `dataset_environments`. */
export async function listEnvironments({
  environments,
}: Pick<AgentPorts, 'environments'>): Promise<ToolResult> {
  const listed = await environments.list();
  if (!listed.ok) return toolFailure(listed.failure);
  const all = listed.value;
  const truncated = (shown: number) =>
    `Truncated: ${shown} of ${all.length} environments are shown. Ask the user for the name of another one.`;
  return toolSuccess(withItems({}, 'environments', all, truncated));
}
